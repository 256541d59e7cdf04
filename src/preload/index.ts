/**
 * Hands the page's MessagePort to main; nothing else. Ports cannot cross contextBridge, so the page
 * posts one to its own window and this script, which shares the window but not the world, passes it
 * on. The page starts it, so it works again after a reload.
 */
import { ipcRenderer } from 'electron';
import { connectChannel, connectMessage, electronPageOrigin } from '../bridge/transport.ts';

window.addEventListener('message', (event) => {
  // A same-origin frame passes the origin check, so the source has to be this very window.
  if (event.source !== window || event.origin !== electronPageOrigin) return;
  if (event.data !== connectMessage || event.ports.length !== 1) return;
  const [port] = event.ports;
  if (port !== undefined) ipcRenderer.postMessage(connectChannel, null, [port]);
});
