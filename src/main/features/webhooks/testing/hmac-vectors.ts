/**
 * Known answers for HMAC-SHA256, in hex: [key, message, tag].
 *
 * RFC 4231, section 4 (case 5 is truncated and left out), and those of Wycheproof
 * (testvectors_v1/hmac_sha256_test.json) with a full tag and messages up to 47 bytes.
 */
export type HmacVector = readonly [key: string, message: string, tag: string];

const repeated = (byte: string, times: number): string => byte.repeat(times);
const text = (value: string): string => Buffer.from(value).toString('hex');

export const rfc4231: readonly HmacVector[] = [
  [
    repeated('0b', 20),
    text('Hi There'),
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    text('Jefe'),
    text('what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    repeated('aa', 20),
    repeated('dd', 50),
    '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
  ],
  [
    '0102030405060708090a0b0c0d0e0f10111213141516171819',
    repeated('cd', 50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
  [
    repeated('aa', 131),
    text('Test Using Larger Than Block-Size Key - Hash Key First'),
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [
    repeated('aa', 131),
    text(
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
    ),
    '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  ],
];

export const wycheproofValid: readonly HmacVector[] = [
  [
    '1e225cafb90339bba1b24076d4206c3e79c355805d851682bc818baa4f5a7779',
    '',
    'b175b57d89ea6cb606fb3363f2538abd73a4c00b4a1386905bac809004cf1933',
  ],
  [
    '8159fd15133cd964c9a6964c94f0ea269a806fd9f43f0da58b6cd1b33d189b2a',
    '77',
    'dfc5105d5eecf7ae7b8b8de3930e7659e84c4172f2555142f1e568fc1872ad93',
  ],
  [
    '85a7cbaae825bb82c9b6f6c5c2af5ac03d1f6daa63d2a93c189948ec41b9ded9',
    'a59b',
    '0fe2f13bba2198f6dda1a084be928e304e9cb16a56bc0b7b939a073280244373',
  ],
  [
    '48f3029334e55cfbd574ccc765fb2c3685aab1f4837d23370874a3e634c3a76d',
    'c7b8b2',
    '6c13f79bb2d5b6f9a315fe8fd6cbb5cb817a660687009deccd88c377429e596d',
  ],
  [
    'de8b5b5b2f09645be47ecb6407a4e1d9c6b33ae3c2d22517d3357da0357a3139',
    'cc021d65',
    'e87538eb167e62d7cb236690ff3f034a9c12d417aa8dfa694d7405f9e1f85fe8',
  ],
  [
    '32fdeda39f98b4f4426c2d2ac00ab5dd4bfabb68f311447256ed6d3d3a51b154',
    '4163a9f77e41f5',
    '1b0103729f48c2772bb132aef9ebd6dd6aafc9145df6d5c514b233ee92ef4a00',
  ],
  [
    '233e4fdee70bcc20235b6977ddfc05b0df66f5635d827c66e5a63cdb16a24938',
    'fdb2ee4b6d1a0ac2',
    '120b26ee1355c134c262513c7922deb6c4fd90303de4cd61b9f9cd08f22d6e18',
  ],
  [
    '9f3fd61a105202648ecff6074c95e502c1c51acd32ec538a5cce89ef841f7989',
    '2a76f2acdace42e3b779724946912c',
    '0226ee13cc05e2340135b3f4b27a9da1a160f6170fe805dadd98a3711ec9c421',
  ],
  [
    '6fa353868c82e5deeedac7f09471a61bf749ab5498239e947e012eee3c82d7c4',
    'aeed3e4d4cb9bbb60d482e98c126c0f5',
    '9ed7f0e73812a27a87a3808ee0c89a6456499e835974ba57c5aab2a0d8c69e93',
  ],
  [
    '5300489494ca86221c91d6d953952ae1a5e097139dc9cf1179c2f56433753824',
    '90fea6cf2bd811b449f333ee9233e57697',
    '5b692cba13b54fffc3adcbb0e015cc011fbfd61235303ff0ad2a49775083bf22',
  ],
  [
    '383e7c5c13476a62268423ef0500479f9e86e236c5a081c6449189e6afdf2af5',
    '3202705af89f9555c540b0e1276911d01971abb2c35c78b2',
    '4e4901592ba46476408d758435c7d1b489d2689afd84ceaaee78bfb91fd9391d',
  ],
  [
    '186e248ad824e1eb93329a7fdcd565b6cb4eaf3f85b90b910777128d8c538d27',
    '92ef9ff52f46eccc7e38b9ee19fd2de3b37726c8e6ce9e1b96db5dda4c317902',
    '3fc1d73dd4a8858c1fc3d8c4a3f33ed5ad0c70210038394a5902cb26fe287348',
  ],
  [
    '28855c7efc8532d92567300933cc1ca2d0586f55dcc9f054fcca2f05254fbf7f',
    '9c09207ff0e6e582cb3747dca954c94d45c05e93f1e6f21179cf0e25b4cede74b5479d32f5166935c86f0441905865',
    '788c0589000fb7f0b5d51f1596472bc9ec413421a43df96ee32b02b5d275ffe3',
  ],
];

const countedKey = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

/** Tags with one bit flipped (bits 0, 1, 7, 8): every one is wrong. */
export const wycheproofModified: readonly HmacVector[] = [
  [countedKey, '', 'd28b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb'],
  [
    countedKey,
    '000102030405060708090a0b0c0d0e0f',
    'd9b99f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e',
  ],
  [countedKey, '', 'd18b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb'],
  [
    countedKey,
    '000102030405060708090a0b0c0d0e0f',
    'dab99f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e',
  ],
  [countedKey, '', '538b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb'],
  [
    countedKey,
    '000102030405060708090a0b0c0d0e0f',
    '58b99f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e',
  ],
  [countedKey, '', 'd38a42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb'],
  [
    countedKey,
    '000102030405060708090a0b0c0d0e0f',
    'd8b89f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e',
  ],
];
