import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { createSemaphore } from '../../../platform';
import { createFakeIdentity, createFakeRateLimiter, valueOf } from '../testing/fake-identity';
import { AVATAR_SIDE, createAvatarService, encodePicture, MAX_PIXELS, pictureFormatOf } from './avatar-service';

describe('encodePicture', () => {
  const blankPicture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'tomato' }, limitInputPixels: false });
  const sizeOf = async (bytes: Uint8Array) => {
    const { format, width, height } = await sharp(bytes).metadata();
    return [format, width, height];
  };
  const encodeValidPicture = async (bytes: Uint8Array): Promise<Uint8Array> => {
    const encodedPicture = await encodePicture(bytes);
    if (!encodedPicture.ok) throw new Error(encodedPicture.error);
    return encodedPicture.value;
  };
  const bytesOf = (content: string): Uint8Array => new TextEncoder().encode(content);

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('makes a square WebP of ours from %s', async (format) => {
    const bytes = await blankPicture(900, 600).toFormat(format).toBuffer();
    expect(pictureFormatOf(bytes)).toBe(format);
    expect(await sizeOf(await encodeValidPicture(bytes))).toEqual(['webp', AVATAR_SIDE, AVATAR_SIDE]);
  });

  const rednessOf = async (picture: Uint8Array, left: number) =>
    (await sharp(await sharp(picture).extract({ left, top: 200, width: 20, height: 20 }).png().toBuffer()).stats())
      .channels[0]?.mean;

  it('applies the camera’s rotation and drops all other metadata', async () => {
    const widePicture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'black' } })
      .composite([{ input: await blankPicture(20, 20).png().toBuffer(), left: 0, top: 0 }])
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Anna', Orientation: '3' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
      .withMetadata({ orientation: 3 })
      .toBuffer();
    expect((await sharp(widePicture).metadata()).exif).toBeDefined();
    const picture = await encodeValidPicture(widePicture);
    const { exif, icc, xmp, iptc, orientation } = await sharp(picture).metadata();
    expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(Buffer.from(picture).includes('Anna')).toBe(false);
    // The picture is rotated by 180 degrees, so its former left side is on the right.
    const [leftRedness = 0, rightRedness = 0] = await Promise.all(
      [0, AVATAR_SIDE - 20].map((offset) => rednessOf(picture, offset)),
    );
    expect(leftRedness).toBeLessThan(60);
    expect(rightRedness).toBeGreaterThan(190);
  });

  it('refuses a picture whose many scans would hold a processor, and takes one as cameras write it', async () => {
    const progressiveJpeg = await blankPicture(64, 64).jpeg({ progressive: true }).toBuffer();
    expect((await encodePicture(progressiveJpeg)).ok).toBe(true);
    const scanStart = progressiveJpeg.lastIndexOf(Buffer.of(0xff, 0xda));
    const scanEnd = progressiveJpeg.lastIndexOf(Buffer.of(0xff, 0xd9));
    const scan = progressiveJpeg.subarray(scanStart, scanEnd);
    const withManyScans = (count: number) =>
      Buffer.concat([
        progressiveJpeg.subarray(0, scanEnd),
        ...Array.from({ length: count }, () => scan),
        progressiveJpeg.subarray(scanEnd),
      ]);
    expect(await encodePicture(withManyScans(60))).toEqual({ ok: false, error: 'payloadTooLarge' });
  });

  it('takes the first picture of one that moves', async () => {
    const [lightFrame, darkFrame] = [Buffer.alloc(20 * 20 * 3, 200), Buffer.alloc(20 * 20 * 3, 50)];
    const animation = await sharp(Buffer.concat([lightFrame, darkFrame]), {
      animated: true,
      raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
    })
      .gif({ delay: [100, 100], loop: 0 })
      .toBuffer();
    expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(2);
    expect((await sharp(await encodeValidPicture(animation), { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG behind a comment', bytesOf('<!-- GIF89a --><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['a PDF', bytesOf('%PDF-1.7')],
    ['HEIC', bytesOf('\0\0\0\u0018ftypheic\0\0\0\0')],
    ['a script that calls itself GIF', bytesOf('GIF89a=1;alert(1)//')],
    ['the first bytes of a JPEG and nothing more', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    [
      'the first bytes of a PNG before a page',
      new Uint8Array(
        Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<script>alert(1)</script>')]),
      ),
    ],
    ['WebP without a picture', bytesOf('RIFF\u0004\0\0\0WEBP')],
  ])('attack: disguise. Refuses %s', async (_title, bytes) =>
    expect(await encodePicture(bytes)).toEqual({ ok: false, error: 'unsupportedMediaType' }),
  );

  it('refuses half a picture', async () => {
    const wholePicture = await blankPicture(900, 600).png({ compressionLevel: 0 }).toBuffer();
    expect(await encodePicture(wholePicture.subarray(0, wholePicture.length / 2))).toEqual({
      ok: false,
      error: 'unsupportedMediaType',
    });
  });

  it('attack: what hides behind a picture is not kept', async () => {
    const polyglot = Buffer.concat([
      await blankPicture(64, 64).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect(Buffer.from(await encodeValidPicture(polyglot)).includes('script')).toBe(false);
  });

  const crc32 = (bytes: Uint8Array): number => {
    let checksum = 0xffffffff;
    for (const byte of bytes) {
      checksum ^= byte;
      for (let bit = 0; bit < 8; bit += 1) checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb88320 : 0);
    }
    return (checksum ^ 0xffffffff) >>> 0;
  };

  const pngChunk = (type: string, data: Buffer): Buffer => {
    const chunkHeader = Buffer.alloc(8);
    chunkHeader.writeUInt32BE(data.length, 0);
    chunkHeader.write(type, 4, 'latin1');
    const checksumBytes = Buffer.alloc(4);
    checksumBytes.writeUInt32BE(crc32(Buffer.concat([chunkHeader.subarray(4), data])), 0);
    return Buffer.concat([chunkHeader, data, checksumBytes]);
  };

  /** Builds a PNG whose header claims this size. Its content is different, but only decompression would show that. */
  const pngOf = (width: number, height: number): Buffer => {
    const chunkHeader = Buffer.alloc(13);
    chunkHeader.writeUInt32BE(width, 0);
    chunkHeader.writeUInt32BE(height, 4);
    chunkHeader.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', chunkHeader),
      pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000), { level: 9 })),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
  };

  it.each([
    [20_000, 20_000],
    [65_535, 65_535],
    [MAX_PIXELS / 100 + 1, 100],
    [1, 20_000],
  ])(
    'attack: decompression bomb. Refuses %i × %i pixels by its head, before anything is decoded',
    async (width, height) => {
      const memoryBefore = process.memoryUsage().rss;
      expect(await encodePicture(pngOf(width, height))).toEqual({ ok: false, error: 'payloadTooLarge' });
      // Decoded, the picture would take at least 150 MB.
      expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(100_000_000);
    },
  );

  it('takes the fifty megapixels of a camera', async () => {
    const photo = await blankPicture(8_660, 5_773).jpeg({ quality: 60 }).toBuffer();
    expect(await sizeOf(await encodeValidPicture(photo))).toEqual(['webp', AVATAR_SIDE, AVATAR_SIDE]);
  }, 60_000);
});

describe('createAvatarService', () => {
  it('keeps no picture of who left while it was sent', async () => {
    const identity = createFakeIdentity();
    const avatars = createAvatarService(identity.store, createSemaphore(1), createFakeRateLimiter);
    const { uid } = valueOf(
      await identity.registrations.register(
        { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true },
        null,
      ),
    ).answer.account;
    expect(await avatars.put(uid, new Uint8Array([1]))).toMatchObject({ ok: true });
    await avatars.remove(uid);
    await identity.deletions.deleteAccount({
      uid,
      sessionId: 'any',
      isAnonymous: false,
      isVerified: false,
      isDeleted: false,
      authTime: identity.clock.realNow(),
    });
    expect(await avatars.put(uid, new Uint8Array([1]))).toEqual({ ok: false, error: 'accountDeleted' });
    expect(await identity.findUser(uid)).toMatchObject({ photoURL: null });
  });

  it('counts pictures by address, too', async () => {
    const { admit } = createAvatarService(createFakeIdentity().store, createSemaphore(1), createFakeRateLimiter);
    const uploadFrom = (address: string) => async (number: number) =>
      (await admit({ senderId: `person-${number}`, address })).ok;
    const areAdmitted = await Promise.all(Array.from({ length: 61 }, (_, number) => uploadFrom('192.0.2.1')(number)));
    expect([areAdmitted.indexOf(false), await uploadFrom('192.0.2.2')(61)]).toEqual([60, true]);
  });

  it('makes pictures smaller in the slots that it shares with other work', async () => {
    const slots = createSemaphore(1);
    const avatars = createAvatarService(createFakeIdentity().store, slots, createFakeRateLimiter);
    const loggedEvents: string[] = [];
    let releaseSlot = (): void => undefined;
    const whenReleased = new Promise<void>((resolve) => {
      releaseSlot = resolve;
    });
    const otherWork = slots.run(async () => {
      await whenReleased;
      loggedEvents.push('the other work is done');
    });
    const encodedPromise = avatars.encode(new Uint8Array()).then(() => loggedEvents.push('the picture is looked at'));
    await new Promise((resolve) => setImmediate(resolve));
    releaseSlot();
    await Promise.all([otherWork, encodedPromise]);
    expect(loggedEvents).toEqual(['the other work is done', 'the picture is looked at']);
  });
});
