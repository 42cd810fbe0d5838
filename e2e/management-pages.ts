import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';

const read = (file: string) => readFileSync(new URL(`../management/${file}`, import.meta.url), 'utf8');

/** A resource's declaration in the organisers' app. */
interface Declared {
  name: string;
  kinds: string[];
}

/** Finds the resources that management/app.tsx lists, and reads each declaration from the resource's own file. */
function declaredResources(): Declared[] {
  const app = read('app.tsx');
  return [...app.matchAll(/<Resource \{\.\.\.(\w+)\}/g)].map(([, name = '']) => {
    const [, file = ''] = app.match(new RegExp(`import \\{ ${name} \\} from '\\./(.+)';`)) ?? [];
    const [, declared = ''] = read(file).match(/: ResourceProps = \{([\s\S]*)\n?\};/) ?? [];
    const [, noun = ''] = declared.match(/\bname: '([\w-]+)'/) ?? [];
    const kinds = [...declared.matchAll(/\b(list|create|edit|show)[:(,]/g)].map(([, kind = '']) => kind);
    if (!noun || kinds.length === 0)
      throw new Error(`management/${file} does not declare a resource in the usual form`);
    return { name: noun, kinds };
  });
}

/**
 * The addresses of all pages of the organisers' app, relative to `/dashboard/`: the start page, the custom routes of
 * app.tsx, all tabs of the settings, and each resource's list, creation form and first item. Throws if a resource has
 * no item.
 */
export async function managementPages(request: APIRequestContext, address: string): Promise<string[]> {
  const routed = [...read('app.tsx').matchAll(/<Route path="\/([\w-]+)"/g)].map(([, path = '']) => path);
  const pages = ['', ...routed];
  for (const { name, kinds } of declaredResources()) {
    if (name === 'settings') {
      const tabs = [...read('settings/settings.tsx').matchAll(/\bpath="([\w-]+)"/g)].map(
        ([, path]) => `/${path}`,
      );
      pages.push(...['', ...tabs].map((tab) => `settings/1${tab}`));
      continue;
    }
    if (kinds.includes('list')) pages.push(name);
    if (kinds.includes('create')) pages.push(`${name}/create`);
    const own = kinds.find((kind) => kind === 'edit' || kind === 'show');
    if (!own) continue;
    const answer = await request.get(`${address}/platform/api/management/${name}?itemsPerPage=1`);
    const [first] = (await answer.json())['hydra:member'];
    if (!first) throw new Error(`there is no item of ${name} to open`);
    pages.push(`${name}/${first.id}${own === 'show' ? '/show' : ''}`);
  }
  return pages;
}
