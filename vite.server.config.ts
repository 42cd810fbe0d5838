import { relative } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const outDir = `${import.meta.dirname}/dist/server`;

/** Libraries that have native code or read files of their own, and Garmin's, whose licence does not allow copies. */
const external = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-tools',
  '@fastify/swagger-ui',
  '@garmin/fitsdk',
  '@node-rs/argon2',
  'connect-pg-simple',
  'pino',
  'sharp',
];

/** Matches libraries, and Rolldown's own code. */
const notOurs = /\/node_modules\/|^\0/;

/** Our migrations, texts and worker scripts are not part of the build: the built server uses them where they are. */
const filesInPlace: Plugin = {
  name: 'files-in-place',
  transform(code, id) {
    if (notOurs.test(id) || !code.includes('import.meta.url')) return null;
    const source = `new URL(${JSON.stringify(relative(outDir, id))}, import.meta.url)`;
    return { code: code.replaceAll('import.meta.url', source), map: null };
  },
};

/** @fastify/swagger reads its own package.json, but does not need it. */
const needsNoFiles = /@fastify\/swagger\/lib\/util\/read-package-json/;

/** Fails if a library reads files of its own, which are not part of the build. */
const noMissingFiles: Plugin = {
  name: 'no-missing-files',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? Object.entries(file.modules) : [],
    );
    for (const [id, { code }] of modules)
      if (id.includes('/node_modules/') && !needsNoFiles.test(id) && readsFiles.test(code ?? ''))
        this.error(`${id} reads files of its own: add the library to \`external\` in vite.server.config.ts.`);
  },
};
const readsFiles = /\b(__dirname|__filename|import\.meta)\b/;

/**
 * Escapes all characters outside ASCII, because V8 needs twice the memory for a file that contains a curly quotation mark
 * or an ellipsis. Earlier hooks are too early: Rolldown prints the code again after them.
 */
const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_, bundle) {
    const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
  },
};

// Builds the server into a few files, without the parts of its libraries that it does not use, so that it takes less
// memory and starts faster (record 1 has the figures).
export default defineConfig({
  root: import.meta.dirname,
  plugins: [filesInPlace, noMissingFiles, ascii],
  ssr: { noExternal: true, external },
  build: {
    ssr: 'server/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'node24',
    // Keeps names and lines readable in stack traces.
    minify: false,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // A library that only the demo uses calls `eval` while it is loaded.
      checks: { eval: false },
      // Keeps the full names of exports. With short ones, a running server that loads a file of a later build could
      // call the wrong function.
      output: { chunkFileNames: '[name].js', comments: false, minifyInternalExports: false },
    },
  },
});
