import starlight from '@astrojs/starlight';
export default defineConfig({ redirects: { '/was': '/en/a/' }, integrations: [starlight({ defaultLocale: 'en', locales: { en: {}, de: {} } })] });
