/** One answer as a test reads it. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** A browser as far as sessions go: it keeps the refresh cookie and can hand a copy of it to a thief. */
export interface Browser {
  cookie: string | null;
  call(method: string, path: string, options?: { readonly body?: unknown; readonly file?: Uint8Array; readonly token?: string; readonly headers?: Readonly<Record<string, string>> }): Promise<Answer>;
}

const cookieOf = (headers: Headers, held: string | null): string | null => {
  for (const line of headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    return /max-age=0/i.test(line) ? null : pair;
  }
  return held;
};

/** A browser that visits the gateway at `url`. */
export const createBrowser = (url: string): Browser => {
  const browser: Browser = {
    cookie: null,
    async call(method, path, { body, file, token, headers = {} } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(file === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(browser.cookie === null ? {} : { Cookie: browser.cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(file === undefined ? {} : { body: Buffer.from(file) }),
      });
      browser.cookie = cookieOf(response.headers, browser.cookie);
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
  };
  return browser;
};
