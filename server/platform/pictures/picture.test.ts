import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as pictures from '../../../contract/managed/pictures.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const upload = async (who: Browser, bytes: Uint8Array) => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(bytes)]), 'logo');
  const sent = new Response(form);
  return who.send({
    method: 'POST',
    url: pictures.upload.path,
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
};

it('stores a picture scaled down and without the camera’s metadata', async () => {
  const photograph = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#c2410c' },
  })
    .withExif({ IFD0: { Copyright: 'Camera of Nadia' } })
    .jpeg()
    .toBuffer();
  expect(photograph.includes('Camera of Nadia')).toBe(true);
  const response = await upload(organiser, photograph);
  expect(response.statusCode).toBe(201);
  const { url, width, height } = response.json();
  expect([width, height]).toEqual([2560, 1920]);
  const shown = await app.browser().send({ method: 'GET', url: `/${url}` });
  expect(shown.headers['content-type']).toBe('image/webp');
  expect(shown.headers['cache-control']).toContain('immutable');
  expect(shown.rawPayload.includes('Camera of Nadia')).toBe(false);
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 2560 });
});

it('renders a vector drawing without running scripts or loading files', async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48">
    <script>alert(1)</script><image href="http://127.0.0.1:9/x.png"/><rect width="96" height="48" fill="#14251d"/></svg>`;
  const response = await upload(organiser, Buffer.from(drawing));
  expect(response.json()).toMatchObject({ width: 384, height: 192 });
});

it('refuses a picture that cannot be read or is too large to open', async () => {
  const bomb = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>');
  for (const bytes of [Buffer.from('no picture'), Buffer.alloc(0), bomb]) {
    const response = await upload(organiser, bytes);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ violations: [{ propertyPath: 'file' }] });
  }
});
