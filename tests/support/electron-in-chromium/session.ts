/**
 * Electron's sessions as contexts of Chromium. Chromium knows no `app://`, so `app://<host>` becomes
 * `http://<host>.localhost`, also where the built files name it. Nothing listens there: each request
 * is answered by the program's own handler, headers and all, and everything else is refused.
 */
import type { Browser, BrowserContext, Route } from '@playwright/test';

const inChromium = (text: string): string =>
  text.replaceAll(/app:\/\/(causeway|secret)/g, 'http://$1.localhost');
const inElectron = (url: string): string =>
  url.replace(/^http:\/\/(causeway|secret)\.localhost/, 'app://$1');
export const addresses = { inChromium, inElectron };

type Answer = (request: Request) => Promise<Response>;

/** Whether the page may go there; asked for navigations that the page itself begins. */
export type MayNavigate = (route: Route, url: string) => boolean;

export class ChromiumSession {
  readonly #browser: () => Promise<Browser>;
  readonly #mayNavigate: MayNavigate;
  #context: Promise<BrowserContext> | null = null;
  #answer: Answer | null = null;
  readonly protocol = {
    handle: (_scheme: string, answer: Answer) => {
      this.#answer = answer;
    },
  };

  constructor(browser: () => Promise<Browser>, mayNavigate: MayNavigate) {
    this.#browser = browser;
    this.#mayNavigate = mayNavigate;
  }

  context(): Promise<BrowserContext> {
    this.#context ??= this.#open();
    return this.#context;
  }

  setPermissionRequestHandler() {}
  setPermissionCheckHandler() {}
  setDevicePermissionHandler() {}
  setDisplayMediaRequestHandler() {}
  on() {}
  // What is not ours is refused in #fulfil.
  readonly webRequest = { onBeforeRequest() {} };

  async #open(): Promise<BrowserContext> {
    const context = await (await this.#browser()).newContext({ viewport: null });
    await context.route('**/*', (route) => this.#fulfil(route));
    return context;
  }

  async #fulfil(route: Route): Promise<void> {
    const asked = route.request();
    const url = inElectron(asked.url());
    // An aborted navigation leaves the page where it is; any other failure shows an error page.
    if (asked.isNavigationRequest() && !this.#mayNavigate(route, url)) {
      return await route.abort('aborted');
    }
    if (!url.startsWith('app:') || this.#answer === null) return await route.abort();
    const body = asked.postDataBuffer();
    const request = new Request(url, {
      method: asked.method(),
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    });
    const response = await this.#answer(request);
    const headers = Object.fromEntries(response.headers);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isText = /^text\/|json/.test(headers['content-type'] ?? '');
    await route.fulfill({
      status: response.status,
      headers,
      body: isText ? inChromium(bytes.toString('utf8')) : bytes,
    });
  }
}
