import { readFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };

/**
 * Returns what is wrong if this is a built server of another version, which would run this version's migrations. The
 * build contains the `package.json` of its own time; the one on disk is that of the installed version.
 */
export function outdatedBuild(): string | undefined {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  if (version === packageJson.version) return undefined;
  return `This is version ${version}, but its server was built from version ${packageJson.version}. In a clone, run \`npm run build\`. A release is already built: unpack it into a new folder.`;
}
