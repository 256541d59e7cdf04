import { EventEmitter } from 'node:events';
import type { IpcMain, MessagePortMain, WebContents } from 'electron';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectChannel } from '../../../bridge/transport.ts';
import { enableBridgePorts } from './bridge-port.ts';

const page = {} as WebContents;
const topFrame = { parent: null, url: 'app://causeway/index.html#/customers' };

let steps: string[];
let ipc: EventEmitter;

const newPort = () => ({
  start: () => steps.push('start'),
  close: () => steps.push('close'),
});

beforeEach(() => {
  steps = [];
  ipc = new EventEmitter();
  enableBridgePorts(ipc as unknown as IpcMain, {
    page: () => page,
    serve: (_port: MessagePortMain) => steps.push('serve'),
    log: pino({ level: 'silent' }),
  });
});

const offer = (changes: object) =>
  ipc.emit(connectChannel, { sender: page, senderFrame: topFrame, ports: [newPort()], ...changes });

describe('the hand-over of a port', () => {
  it('serves the bridge before the port starts, so that no call is lost', () => {
    offer({});
    expect(steps).toEqual(['serve', 'start']);
  });

  it('works again after a reload, which brings a new port', () => {
    offer({});
    offer({});
    expect(steps).toEqual(['serve', 'start', 'serve', 'start']);
  });

  it.each([
    ['a frame that is gone', { senderFrame: null }],
    ['a frame inside the page', { senderFrame: { ...topFrame, parent: topFrame } }],
    ['another web contents', { sender: {} }],
    ['another origin', { senderFrame: { parent: null, url: 'https://causeway/index.html' } }],
    ['a page for a secret', { senderFrame: { parent: null, url: 'app://secret/ticket' } }],
  ])('refuses %s and closes the port', (_case, changes) => {
    offer(changes);
    expect(steps).toEqual(['close']);
  });

  it('refuses two ports at once', () => {
    offer({ ports: [newPort(), newPort()] });
    expect(steps).toEqual(['close', 'close']);
  });

  it('refuses a message without a port', () => {
    offer({ ports: [] });
    expect(steps).toEqual([]);
  });
});
