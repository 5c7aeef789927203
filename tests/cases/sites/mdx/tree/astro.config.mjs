export default defineConfig({ integrations: [starlight({ locales: { root: {}, de: {} } })] });
