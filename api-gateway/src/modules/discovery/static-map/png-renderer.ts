import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

// The bundle, the sources and the tests all run below the packages, so the running program finds them.
const codeFile = (): string => createRequire(process.argv[1] ?? `${process.cwd()}/`).resolve('@resvg/resvg-wasm/index_bg.wasm');

let ready: Promise<void> | null = null;

/** Turns a drawing without text into PNG bytes; the first call loads the renderer. */
export const renderPng = async (svg: string): Promise<Uint8Array> => {
  ready ??= readFile(codeFile()).then(initWasm);
  await ready;
  const drawing = new Resvg(svg, { font: { loadSystemFonts: false } });
  try {
    const image = drawing.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    drawing.free();
  }
};
