"""Pages of the site, by path."""

PAGES = {
    "/": """<title>Home</title><h1 id=title>Welcome</h1>
        <a id=to-form href=/form>The form</a> <a id=to-slow href="/slow?link">Slow</a>
        <p class=item>one</p><p class=item>two</p><p class=item style="display:none">three</p>
        <p id=spaced>  several   blanks<br><br>  two lines </p>
        <p id=hidden hidden>secret</p><p id=empty></p><p id=faint style="opacity:0">faint</p>
        <div style="height:0;overflow:hidden"><p id=folded>folded away</p></div>
        <p id=aside style="position:absolute;left:-9999px">off the page</p>
        <p id=attributed data-kind=fruit>Apple</p>""",
    "/form": """<title>Form</title><form method=post action=/thanks>
        <input id=name name=name value="old"><input id=mail type=email name=mail value="a@b">
        <textarea id=note name=note></textarea><input id=amount type=number step=any name=amount>
        <select id=colour name=colour><option value=r>Red<option value=g>Green<option value=x disabled>Grey</select>
        <label><input id=agree type=checkbox name=agree value=yes> I agree</label>
        <input id=fancy type=checkbox style="opacity:0;position:absolute"><label id=fancy-label for=fancy>Fancy</label>
        <input type=radio name=size value=s id=small checked><input type=radio name=size value=l id=large>
        <input id=locked disabled value=locked><input id=fixed readonly value=fixed>
        <input id=day type=date name=day><input id=clock type=time name=clock>
        <input id=moment type=datetime-local name=moment><input id=day-text name=day_text>
        <input id=tint type=color name=tint>
        <div id=rich contenteditable>rich</div>
        <button id=send>Send</button><button id=off type=button disabled>Off</button></form>
        <p id=keys></p><script>document.querySelector('#name').addEventListener('keydown',
          (event) => document.querySelector('#keys').append(event.key + ' '))</script>""",
    "/leaving": """<title>Leaving</title><h1>Leaving</h1>
        <form action=/slow><input id=box name=q><button id=submit>Go</button></form>
        <a id=link href="/slow?link">link</a><a id=nothing href=/nothing>nothing</a>
        <button id=script onclick="location = '/slow?script'">script</button>
        <button id=later onclick="setTimeout(() => location = '/slow?later')">later</button>
        <button id=frame onclick="requestAnimationFrame(() => { location.href = '/slow?frame' })">frame</button>
        <select id=jump onchange="location = '/slow?jump'"><option>here<option>there</select>
        <a id=anchor href=#below>below</a><p id=below>Below</p>""",
    "/buttons": """<form method=post><input type=hidden name=list value=1>
        <ul><li>Milk <button name=delete value=milk>Delete</button></li>
        <li>Eggs <button name=delete value=eggs formaction=/eggs/delete>Delete</button></li></ul></form>""",
    "/protected-visible": """<form method=post><input type=hidden name=csrf_token value=mine>
        <button>Send</button></form>""",
    "/rows": """<ul><li><span>Milk</span> <button onclick="this.parentNode.remove()">Delete</button></li>
        <li><span>Milk powder</span> <button onclick="this.parentNode.remove()">Delete</button></li>
        <li><span>Eggs</span></li></ul><p>Bread</p>""",
    "/table": """<table id=prices><thead><tr><th>Name<th>Price</thead>
        <tr><td>Milk<td>1.50<tr><td> Best   eggs <td><input value=2.75><tr hidden><td>Ghost<td>0</table>
        <p id=total>Total: 1,234.50 €</p><p id=two>3 of 4</p><p id=none>none</p>
        <p id=minus>Balance −12.5 kg</p>""",
    "/marked": """<style>div { width: 120px; height: 40px; margin: 30px }</style>
        <div id=red style="background:#f00"></div>
        <div id=far style="background:#00f;margin-top:3000px" onclick="document.body.append('clicked')"></div>""",
    "/marked-frame": """<style>iframe { margin: 70px 0 0 90px; border: 5px solid; width: 500px }</style>
        <iframe id=frame src=/marked></iframe>""",
    "/console": """<p>written</p>
        <button id=more onclick="console.warn('a later word'); this.after('more')">More</button>
        <script>console.log('hello', 1); console.error('went wrong'); setTimeout(() => nowhere())</script>""",
    "/console-flood": """<p id=state></p><script>const long = 'x'.repeat(3000000);
        for (let n = 0; n < 3000; n += 1) console.log(n, 'and on and on'); console.log(long);
        document.querySelector('#state').textContent = 'flooded'</script>""",
    "/later": """<div id=spot></div><button id=busy disabled>Wait</button>
        <div id=going>going</div><script>setTimeout(() => {
          document.querySelector('#spot').textContent = 'Ready 42';
          document.querySelector('#busy').disabled = false;
          document.querySelector('#going').remove();
        }, 250)</script><p id=pressed></p><script>document.querySelector('#busy').onclick =
          () => document.querySelector('#pressed').textContent = 'pressed'</script>""",
    "/events": """<button id=target>0</button><p id=log>-</p><div id=menu>Menu<ul id=inner hidden><li>Entry</ul></div>
        <div id=under>Under</div><div id=cover style="position:fixed;inset:200px 0 0 0;background:#fff">Cover</div>
        <div id=moving style="width:90px">moving</div>
        <input type=submit value="Save all"><a href=/form><b>The</b> form</a><p>Lonely text</p>
        <p>Twice</p><p>Twice</p>
        <style>#menu:hover ul { display: block } #under { position: absolute; top: 300px }</style>
        <script>const log = (text) => document.querySelector('#log').textContent = text;
          const target = document.querySelector('#target');
          target.addEventListener('dblclick', () => log('double'));
          target.addEventListener('click', (event) => log(event.isTrusted ? 'trusted' : 'forged'));
          document.querySelector('[type=submit]').onclick = () => log('saved');
          document.addEventListener('keydown', (event) => { if (event.ctrlKey && event.key === 'b') log('bold'); });
        </script>""",
    "/drag": """<style>div { width: 300px; height: 60px; margin: 10px; background: #eee }</style>
        <p id=log>-</p><p id=side>-</p><div id=held class=held>Held</div><div id=box>Box</div>
        <div id=native draggable=true>Native</div><div id=bin>Bin</div>
        <div style="height:3000px"></div><div id=far>Far</div>
        <script>let from = null, moves = 0;
          const log = (text) => document.querySelector('#log').textContent = text;
          const [box, bin] = ['#box', '#bin'].map((each) => document.querySelector(each));
          document.querySelector('#held').addEventListener('pointerdown', (event) => {
            from = event.target; moves = 0; });
          document.addEventListener('pointermove', () => { moves += 1; });
          document.addEventListener('pointerup', (event) => {
            const at = box.getBoundingClientRect(), half = event.clientY < at.top + at.height / 2 ? 'upper' : 'lower';
            if (from && event.target === box) log(`${half} half after ${moves > 5 ? 'many' : 'few'} moves`);
            document.querySelector('#side').textContent = Math.round((event.clientX - at.left) / at.width * 10);
            from = null;
          });
          document.querySelector('#native').addEventListener('dragstart', (event) =>
            event.dataTransfer.setData('text/plain', event.target.id));
          bin.addEventListener('dragover', (event) => event.preventDefault());
          bin.addEventListener('drop', (event) => {
            event.preventDefault(); log(`dropped ${event.dataTransfer.getData('text/plain')}`); });
        </script>""",
    "/dialogs": """<p id=log>-</p><button id=alert onclick="alert('Careful!'); log('after')">a</button>
        <button id=confirm onclick="log(confirm('Sure?') ? 'yes' : 'no')">c</button>
        <button id=prompt onclick="log(String(prompt('Name?', 'x')))">p</button>
        <button id=later onclick="setTimeout(() => log(confirm('Later?') ? 'yes' : 'no'), 150)">l</button>
        <button id=loop onclick="while (true) alert('again')">loop</button>
        <button id=leave onclick="if (confirm('Leave?')) location = '/slow?left'">leave</button>
        <script>const log = (text) => document.querySelector('#log').textContent = text</script>""",
    "/windows": """<title>First</title><a id=blank href=/form target=_blank>new tab</a>
        <button id=open onclick="window.open('/slow?opened')">open</button>
        <button id=closing onclick="window.open('/closing')">open another</button>""",
    "/closing": """<p id=here>here</p><button id=close onclick="window.close()">close</button>""",
    "/frames": """<h1>Outer</h1><div style="height:150px"></div>
        <iframe id=frame src=/events style="border:7px solid;width:600px;height:300px"></iframe>
        <iframe id=sealed sandbox="allow-scripts" src=/inner></iframe>""",
    "/inner": """<button id=push onclick="this.textContent = 'pushed'">push</button>""",
    "/upload": """<form method=post action=/upload enctype=multipart/form-data>
        <label id=pick>Pick a file <input id=file type=file name=file style="display:none"></label>
        <button id=send>Send</button></form><p id=no-box>none</p>""",
    "/download": """<a id=get href=/report.csv>CSV</a><a id=blob>blob</a><a id=page href=/form>page</a>
        <a id=endless href=/endless>endless</a>
        <script>document.querySelector('#blob').onclick = (event) => {
          const link = document.createElement('a');
          link.href = URL.createObjectURL(new Blob(['from a script']));
          link.download = 'script.txt';
          link.click();
        }</script>""",
    "/moving-on": """<p style="background: url(/dot.png) 0 0/cover; color: #000; font-size: 20px">Hello there</p>
        <script>const left = Number(location.search.slice(1));
          if (left) setTimeout(() => location.replace(`?${left - 1}`), 15);</script>""",
    "/pictures": """<img id=good src=/dot.png width=20><img id=broken src=/missing.png width=20 height=20 alt=x>
        <canvas id=blank width=50 height=50></canvas><canvas id=drawn width=50 height=50></canvas>
        <svg id=chart width=60 height=60><rect width=20 height=20 fill=blue /></svg>
        <svg id=bare width=60 height=60></svg><div id=holder><canvas width=30 height=30></canvas></div>
        <script>for (const canvas of document.querySelectorAll('#drawn, #holder canvas')) {
          const pen = canvas.getContext('2d'); pen.fillStyle = 'green'; pen.fillRect(5, 5, 10, 10); }</script>""",
    "/clipboard": """<button id=copy onclick="navigator.clipboard.writeText('from the page')">copy</button>
        <input id=paste>""",
    "/clock": """<p id=now></p><p id=zone></p><p id=language></p><p id=size></p><p id=robot></p>
        <p id=is></p><p id=cookie></p><script>const show = (id, text) =>
          document.getElementById(id).textContent = String(text);
        show('now', new Date().toISOString()); show('zone', Intl.DateTimeFormat().resolvedOptions().timeZone);
        show('language', navigator.language); show('size', `${innerWidth}x${innerHeight}`);
        show('robot', navigator.webdriver); show('is', new Date() instanceof Date && new Date(0).getTime() === 0);
        document.cookie = 'kept=1; expires=' + new Date(Date.now() + 3600e3).toUTCString();
        show('cookie', document.cookie.includes('kept=1'));</script>""",
    "/moving-clock": """<p id=read></p><p id=timer>waiting</p><button id=again>again</button>
        <button id=window onclick="window.open('/moving-clock?window')">open</button>
        <script>if (!location.search) document.write('<iframe id=frame src="/moving-clock?frame"></iframe>');
        const kept = Date, form = new Intl.DateTimeFormat('en-US');
        setTimeout(() => document.querySelector('#timer').textContent = 'over', 3600e3);
        const read = () => {
          document.cookie = 'kept=1; expires=' + new Date(Date.now() + 3600e3).toUTCString();
          document.querySelector('#read').textContent = [new Date().toISOString().slice(0, 10),
            new Date(Date.now()).toISOString().slice(0, 10), new Date(kept.now()).toISOString().slice(0, 10),
            form.format(), document.cookie.includes('kept=1') ? 'kept' : 'expired'].join(' ');
        };
        document.querySelector('#again').onclick = read; read();</script>""",
    "/sealed-clock": """<iframe id=frame sandbox=allow-scripts srcdoc="<button id=again
        onclick='this.textContent = new Date().toISOString().slice(0, 10)'>again</button>"></iframe>""",
    "/hang": """<button id=hang onclick="setTimeout(() => { while (true); }, 20)">hang</button><p id=here>here</p>""",
    "/hang-now": """<p id=here>here</p><script>setTimeout(() => { while (true); }, 50)</script>""",
    "/foreign": """<p id=log>-</p><img id=out src=http://example.com/x.png><a id=away href=http://example.com/>away</a>
        <script>fetch('http://example.com/').then(() => 'reached', () => 'refused')
          .then((text) => document.querySelector('#log').textContent = text)</script>""",
    "/shadow": """<div id=host></div><script>document.querySelector('#host').attachShadow({mode: 'open'})
        .innerHTML = '<button id=deep onclick="this.textContent = `deep done`">deep</button>'</script>""",
}
