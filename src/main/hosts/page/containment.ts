/** Headers that keep a page from what no Content-Security-Policy covers. Shared by both hosts. */

/** What a page could watch or reach with; the clipboard is left for buttons that copy. */
const noFeatures = [
  'accelerometer autoplay browsing-topics camera captured-surface-control clipboard-read',
  'compute-pressure display-capture encrypted-media gamepad geolocation gyroscope hid',
  'identity-credentials-get idle-detection local-fonts local-network-access magnetometer microphone',
  'midi payment publickey-credentials-create publickey-credentials-get screen-wake-lock serial',
  'storage-access usb window-management xr-spatial-tracking',
]
  .flatMap((names) => names.split(' '))
  .map((name) => `${name}=()`)
  .join(', ');

/**
 * Chromium keeps every connection of the page to its origin: links, windows and WebRTC too. A development
 * server is reached as well, by its own socket too.
 */
export function containment(development?: { readonly origin: string }) {
  const origins =
    development === undefined
      ? []
      : [development.origin, development.origin.replace(/^http/, 'ws')];
  const reached = ['response-origin', ...origins.map((each) => `"${each}/*"`)];
  return {
    'connection-allowlist': `(${reached.join(' ')})`,
    'permissions-policy': noFeatures,
  } as const;
}
