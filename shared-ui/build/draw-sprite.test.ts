import { readFileSync } from 'node:fs';
import { drawSprite } from './draw-sprite';

describe('food art', () => {
  it.each(drawSprite())('is drawn anew whenever its list changes: $file', ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
