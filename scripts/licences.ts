// Writes the list of packages and their licences; keeps what the list says about direct dependencies.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { directDependencies, documentOf, packagesDocument, reasonsIn } from '../rules/packages.ts';

const reasons = reasonsIn(existsSync(packagesDocument) ? readFileSync(packagesDocument, 'utf8') : '');
writeFileSync(packagesDocument, documentOf(reasons));
const missing = [...directDependencies.run, ...directDependencies.build].filter((name) => !reasons.get(name));
console.log(`${packagesDocument} is up to date.`);
if (missing.length > 0)
  console.log(`State in that file what these packages are used for: ${missing.join(', ')}`);
