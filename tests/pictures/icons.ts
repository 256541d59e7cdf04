/** Draws the icons of the program and its tray from resources/icon.svg, and packs them as systems want them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';
import { root } from '../support/run-command.ts';

const folder = join(root, 'resources');
const mark = readFileSync(join(folder, 'icon.svg'), 'utf8');
const inside = { from: 'viewBox="0 0 1024 1024"', to: 'viewBox="64 64 896 896"' };

/** Small ones fill their square, and their lines are wider: a line of less than a pixel is a shadow. */
const small = mark
  .replace(inside.from, inside.to)
  .replaceAll('stroke-width="60"', 'stroke-width="84"');
/** Black lines alone, which macOS draws in the colour of its menu bar. */
const template = small
  .replace(/<rect[^>]*>/, '')
  .replace(inside.to, 'viewBox="140 176 744 744"')
  .replaceAll(/#e9f6f5|#7fd1c7/g, '#000000');

/** At the lower right, with a gap around it. */
const withDot = (svg: string, colour: string, gap: string, [x, y, r]: readonly number[]) =>
  svg.replace(
    '</svg>',
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" stroke="${gap}" stroke-width="56"/></svg>`,
  );
const amber = '#f0a92e';
const needs = withDot(small, amber, '#ffffff', [760, 760, 170]);
const templateNeeds = withDot(template, '#000000', 'none', [790, 250, 110]);
/** On the button of a window in the taskbar of Windows. */
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6.5" fill="${amber}" stroke="#ffffff"/></svg>`;

async function draw(page: Page, svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  return await page.screenshot({ omitBackground: true });
}

const drawMark = (page: Page, size: number) => draw(page, size <= 32 ? small : mark, size);

/** ICO: a head, an entry for each image, and the images as PNG. */
async function ico(page: Page, sizes: readonly number[]): Promise<Buffer> {
  const images = await drawAll(page, sizes);
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, image] of images.entries()) {
    const size = sizes[index] ?? 0;
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}

/** ICNS: a head, and each image as PNG under the name of its size. */
async function icns(page: Page, types: Readonly<Record<string, number>>): Promise<Buffer> {
  const images = await drawAll(page, Object.values(types));
  const block = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + 8, 4);
    return Buffer.concat([head, content]);
  };
  const names = Object.keys(types);
  return block('icns', Buffer.concat(images.map((image, at) => block(names[at] ?? '', image))));
}

async function drawAll(page: Page, sizes: readonly number[]): Promise<Buffer[]> {
  const images: Buffer[] = [];
  for (const size of sizes) images.push(await drawMark(page, size));
  return images;
}

test('the icons', async ({ page }) => {
  const write = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);
  write('icon.png', await drawMark(page, 1024));
  write('icon.ico', await ico(page, [16, 24, 32, 48, 64, 128, 256]));
  const named = { icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 };
  write('icon.icns', await icns(page, { ...named, ic11: 32, ic12: 64, ic13: 256, ic14: 512 }));
  write('trayNeeds.png', await draw(page, needs, 16));
  write('trayNeeds@2x.png', await draw(page, needs, 32));
  write('trayNeedsTemplate.png', await draw(page, templateNeeds, 18));
  write('trayNeedsTemplate@2x.png', await draw(page, templateNeeds, 36));
  write('badge.png', await draw(page, badge, 16));
  write('badge@2x.png', await draw(page, badge, 32));
  write('tray.png', await draw(page, small, 16));
  write('tray@2x.png', await draw(page, small, 32));
  write('trayTemplate.png', await draw(page, template, 18));
  write('trayTemplate@2x.png', await draw(page, template, 36));
});
