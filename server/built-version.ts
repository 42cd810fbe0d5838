import { readFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };

/**
 * Returns what is wrong if this is a built server of another version, which would run this version's migrations. The
 * import is part of the built server; the file belongs to the version that is installed.
 */
export function outdatedBuild(): string | undefined {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (version === packageJson.version) return undefined;
  return `This is version ${version}, but the server was built from version ${packageJson.version}. Run \`npm run build\` and start again.`;
}
