import { build } from "esbuild";

await build({
  entryPoints: ["src/page.js"],
  outfile: "public/bundle.js",
  bundle: true,
  format: "iife",
  alias: { vue: "vue/dist/vue.esm-bundler.js" },
  define: {
    "process.env.NODE_ENV": '"production"',
    __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false",
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
  },
});
