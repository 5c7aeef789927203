export default {
  srcDir: fileURLToPath(new URL('../..', import.meta.url)),
  rewrites: { ...made, 'docs/:name(.+).md': ':name.md' },
}
