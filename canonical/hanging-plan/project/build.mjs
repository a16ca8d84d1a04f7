// Bundles the page into dist/.
import { copyFile, mkdir } from "node:fs/promises";
import { build } from "esbuild";

await mkdir("dist", { recursive: true });
for (const name of ["index.html", "style.css"]) await copyFile(name, `dist/${name}`);
await build({
  entryPoints: ["src/main.jsx"],
  outfile: "dist/page.js",
  bundle: true,
  minify: true,
  format: "esm",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});
