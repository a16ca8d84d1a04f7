export default `
<fieldset @keydown.enter.prevent="hang">
  <input name="title" v-model="fresh.title" ref="title" placeholder="Title">
  <input name="width" v-model="fresh.width" placeholder="Width"> ×
  <input name="height" v-model="fresh.height" placeholder="Height">
  <button type="button" @click="hang">Hang it</button>
  <output>{{ refusal }}</output>
</fieldset>
<nav>
  <button :disabled="!before.length" @click="back">↶</button>
  <button :disabled="!after.length" @click="forth">↷</button>
  <button :disabled="chosen.length < 2" @click="alignTops">Same upper edge</button>
  <button :disabled="chosen.length < 3" @click="spread">Spread</button>
  <label><input type="checkbox" v-model="grid"> Grid</label>
  <button :disabled="zoom === 50" @click="zoom -= 25">−</button>
  <output>{{ zoom }} %</output>
  <button :disabled="zoom === 200" @click="zoom += 25">+</button>
  <button @click="save">Save list</button>
  <label v-for="axis in ['x', 'y']">{{ axis === 'x' ? 'left' : 'floor' }}
    <input :name="axis" :disabled="!single" :value="draft && draft.axis === axis ? draft.text : single ? single[axis] : ''"
      @input="draft = { id: single.id, axis, text: $event.target.value }" @change="settle" @keydown.enter="settle" @blur="settle">
  </label>
</nav>
<div class="scroll"><div id="wall" :style="{ width: 600 * scale + 'px', height: 300 * scale + 'px' }" @mousedown.self="choose(null)">
  <button v-for="p in pictures" :key="p.id" type="button" :aria-pressed="String(chosen.includes(p.id))" :style="box(p)"
    @mousedown="grab($event, p)" @keydown.enter.prevent="choose(p.id, $event.shiftKey)" @keydown.space.prevent>{{ p.title }}</button>
</div></div>
<ol>
  <li v-for="p in pictures" :key="p.id" @click="choose(p.id, $event.shiftKey)">
    <b>{{ p.title }}</b>, <span class="w">{{ p.w }} cm</span> wide, <span class="h">{{ p.h }} cm</span> high,
    <span class="x">{{ p.x }} cm</span> from the left, <span class="y">{{ p.y }} cm</span> from the floor
    <em v-if="collides(p)">collides</em>
  </li>
</ol>`;
