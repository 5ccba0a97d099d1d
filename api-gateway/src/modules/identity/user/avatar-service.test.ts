import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { createSemaphore } from '../../../platform';
import { createFakeIdentity, createFakeRateLimiter, successValueOf } from '../testing/fake-identity';
import {
  AVATAR_SIDE_PIXELS,
  createAvatarService,
  encodePicture,
  MAX_PICTURE_PIXELS,
  pictureFormatOf,
} from './avatar-service';

describe('encodePicture', () => {
  const blankPicture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'tomato' }, limitInputPixels: false });
  const pictureSizeOf = async (pictureBytes: Uint8Array) => {
    const { format, width, height } = await sharp(pictureBytes).metadata();
    return [format, width, height];
  };
  const encodeValidPicture = async (pictureBytes: Uint8Array): Promise<Uint8Array> => {
    const encodedPicture = await encodePicture(pictureBytes);
    if (!encodedPicture.ok) throw new Error(encodedPicture.error);
    return encodedPicture.value;
  };
  const bytesOf = (textContent: string): Uint8Array => new TextEncoder().encode(textContent);

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('makes a square WebP of ours from %s', async (pictureFormat) => {
    const pictureBytes = await blankPicture(900, 600).toFormat(pictureFormat).toBuffer();
    expect(pictureFormatOf(pictureBytes)).toBe(pictureFormat);
    expect(await pictureSizeOf(await encodeValidPicture(pictureBytes))).toEqual([
      'webp',
      AVATAR_SIDE_PIXELS,
      AVATAR_SIDE_PIXELS,
    ]);
  });

  const rednessOf = async (picture: Uint8Array, leftPixels: number) =>
    (
      await sharp(
        await sharp(picture).extract({ left: leftPixels, top: 200, width: 20, height: 20 }).png().toBuffer(),
      ).stats()
    ).channels[0]?.mean;

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
    // The stored picture is rotated by 180 degrees, so its former left side is on the right.
    const [leftRedness = 0, rightRedness = 0] = await Promise.all(
      [0, AVATAR_SIDE_PIXELS - 20].map((leftOffset) => rednessOf(picture, leftOffset)),
    );
    expect(leftRedness).toBeLessThan(60);
    expect(rightRedness).toBeGreaterThan(190);
  });

  it('refuses a picture whose many scans would hold a processor, and takes one as cameras write it', async () => {
    const progressiveJpeg = await blankPicture(64, 64).jpeg({ progressive: true }).toBuffer();
    expect((await encodePicture(progressiveJpeg)).ok).toBe(true);
    const scanStartIndex = progressiveJpeg.lastIndexOf(Buffer.of(0xff, 0xda));
    const scanEndIndex = progressiveJpeg.lastIndexOf(Buffer.of(0xff, 0xd9));
    const scanBytes = progressiveJpeg.subarray(scanStartIndex, scanEndIndex);
    const withManyScans = (scanCount: number) =>
      Buffer.concat([
        progressiveJpeg.subarray(0, scanEndIndex),
        ...Array.from({ length: scanCount }, () => scanBytes),
        progressiveJpeg.subarray(scanEndIndex),
      ]);
    expect(await encodePicture(withManyScans(60))).toEqual({ ok: false, error: 'payloadTooLarge' });
  });

  it('takes the first picture of one that moves', async () => {
    const [lightFrame, darkFrame] = [Buffer.alloc(20 * 20 * 3, 200), Buffer.alloc(20 * 20 * 3, 50)];
    const animatedGif = await sharp(Buffer.concat([lightFrame, darkFrame]), {
      animated: true,
      raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
    })
      .gif({ delay: [100, 100], loop: 0 })
      .toBuffer();
    expect((await sharp(animatedGif, { animated: true }).metadata()).pages).toBe(2);
    expect((await sharp(await encodeValidPicture(animatedGif), { animated: true }).metadata()).pages ?? 1).toBe(1);
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
  ])('attack: disguise. Refuses %s', async (_title, pictureBytes) =>
    expect(await encodePicture(pictureBytes)).toEqual({ ok: false, error: 'unsupportedMediaType' }),
  );

  it('refuses half a picture', async () => {
    const completePicture = await blankPicture(900, 600).png({ compressionLevel: 0 }).toBuffer();
    expect(await encodePicture(completePicture.subarray(0, completePicture.length / 2))).toEqual({
      ok: false,
      error: 'unsupportedMediaType',
    });
  });

  it('attack: what hides behind a picture is not kept', async () => {
    const polyglotFile = Buffer.concat([
      await blankPicture(64, 64).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect(Buffer.from(await encodeValidPicture(polyglotFile)).includes('script')).toBe(false);
  });

  const computeCrc32 = (dataBytes: Uint8Array): number => {
    let crcChecksum = 0xffffffff;
    for (const dataByte of dataBytes) {
      crcChecksum ^= dataByte;
      for (let bitIndex = 0; bitIndex < 8; bitIndex += 1)
        crcChecksum = (crcChecksum >>> 1) ^ (crcChecksum & 1 ? 0xedb88320 : 0);
    }
    return (crcChecksum ^ 0xffffffff) >>> 0;
  };

  const pngChunk = (chunkType: string, chunkData: Buffer): Buffer => {
    const lengthAndType = Buffer.alloc(8);
    lengthAndType.writeUInt32BE(chunkData.length, 0);
    lengthAndType.write(chunkType, 4, 'latin1');
    const checksumBytes = Buffer.alloc(4);
    checksumBytes.writeUInt32BE(computeCrc32(Buffer.concat([lengthAndType.subarray(4), chunkData])), 0);
    return Buffer.concat([lengthAndType, chunkData, checksumBytes]);
  };

  /**
   * Builds a PNG whose header claims this size. The real content is smaller, but only decompression would show that.
   */
  const pngOf = (width: number, height: number): Buffer => {
    const imageHeader = Buffer.alloc(13);
    imageHeader.writeUInt32BE(width, 0);
    imageHeader.writeUInt32BE(height, 4);
    imageHeader.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', imageHeader),
      pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000), { level: 9 })),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
  };

  it.each([
    [20_000, 20_000],
    [65_535, 65_535],
    [MAX_PICTURE_PIXELS / 100 + 1, 100],
    [1, 20_000],
  ])(
    'attack: decompression bomb. Refuses %i × %i pixels by its head, before anything is decoded',
    async (width, height) => {
      const previousMemoryBytes = process.memoryUsage().rss;
      expect(await encodePicture(pngOf(width, height))).toEqual({ ok: false, error: 'payloadTooLarge' });
      // The memory must not grow by 150 MB, which the decoded picture would take at least.
      expect(process.memoryUsage().rss - previousMemoryBytes).toBeLessThan(100_000_000);
    },
  );

  it('takes the fifty megapixels of a camera', async () => {
    const largePhoto = await blankPicture(8_660, 5_773).jpeg({ quality: 60 }).toBuffer();
    expect(await pictureSizeOf(await encodeValidPicture(largePhoto))).toEqual([
      'webp',
      AVATAR_SIDE_PIXELS,
      AVATAR_SIDE_PIXELS,
    ]);
  }, 60_000);
});

describe('createAvatarService', () => {
  it('keeps no picture of who left while it was sent', async () => {
    const fakeIdentity = createFakeIdentity();
    const avatarService = createAvatarService(fakeIdentity.store, createSemaphore(1), createFakeRateLimiter);
    const { uid } = successValueOf(
      await fakeIdentity.registrations.register(
        { email: 'anna@mahlzeit.test', password: 'mittagspause', visible: true, policyAccepted: true },
        null,
      ),
    ).answer.account;
    expect(await avatarService.put(uid, new Uint8Array([1]))).toMatchObject({ ok: true });
    await avatarService.remove(uid);
    await fakeIdentity.deletions.deleteAccount({
      uid,
      sessionId: 'any',
      isAnonymous: false,
      isVerified: false,
      isDeleted: false,
      authTime: fakeIdentity.clock.realNow(),
    });
    expect(await avatarService.put(uid, new Uint8Array([1]))).toEqual({ ok: false, error: 'accountDeleted' });
    expect(await fakeIdentity.findUser(uid)).toMatchObject({ photoURL: null });
  });

  it('counts pictures by address, too', async () => {
    const { admit } = createAvatarService(createFakeIdentity().store, createSemaphore(1), createFakeRateLimiter);
    const uploadFrom = (ipAddress: string) => async (uploadNumber: number) =>
      (await admit({ senderId: `person-${uploadNumber}`, address: ipAddress })).ok;
    const areAdmitted = await Promise.all(
      Array.from({ length: 61 }, (_, uploadNumber) => uploadFrom('192.0.2.1')(uploadNumber)),
    );
    expect([areAdmitted.indexOf(false), await uploadFrom('192.0.2.2')(61)]).toEqual([60, true]);
  });

  it('makes pictures smaller in the slots that it shares with other work', async () => {
    const pictureSlots = createSemaphore(1);
    const avatarService = createAvatarService(createFakeIdentity().store, pictureSlots, createFakeRateLimiter);
    const loggedEvents: string[] = [];
    let releaseSlot = (): void => undefined;
    const releasePromise = new Promise<void>((resolve) => {
      releaseSlot = resolve;
    });
    const slotOccupyingJob = pictureSlots.run(async () => {
      await releasePromise;
      loggedEvents.push('the other work is done');
    });
    const encodedPromise = avatarService
      .encode(new Uint8Array())
      .then(() => loggedEvents.push('the picture is looked at'));
    await new Promise((resolve) => setImmediate(resolve));
    releaseSlot();
    await Promise.all([slotOccupyingJob, encodedPromise]);
    expect(loggedEvents).toEqual(['the other work is done', 'the picture is looked at']);
  });
});
