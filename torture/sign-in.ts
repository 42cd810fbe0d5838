import { password } from './platform.ts';

/** Signs a person in and returns the session cookie. */
export async function signIn(address: string, username: string): Promise<string> {
  const answer = await fetch(`${address}/global-challenge-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (answer.status !== 200)
    throw new Error(`sign-in of ${username}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
