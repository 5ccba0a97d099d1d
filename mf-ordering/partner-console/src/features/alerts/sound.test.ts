import { createSound } from './sound';
import type { AudioOutput } from './sound';

const storeWith = (text: string | null = null) => {
  let storedValue = text;
  return {
    read: () => storedValue,
    write: (next: string) => {
      storedValue = next;
      return true;
    },
    remove: () => {
      storedValue = null;
    },
  };
};

/** Creates a double of the browser's audio that records the pitches of the played notes. */
const fakeAudio = () => {
  const pitches: number[] = [];
  let isRunning = false;
  const open = (): AudioOutput => ({
    isRunning: () => isRunning,
    resume: async () => {
      isRunning = true;
    },
    play: ({ pitch }) => void pitches.push(pitch),
  });
  return { pitches, open };
};

it('waits for a touch before it sounds, as browsers want it', async () => {
  const { pitches, open } = fakeAudio();
  const sound = createSound(storeWith(), open);
  sound.play('new');
  expect([sound.status(), pitches.length]).toEqual(['waiting', 0]);
  sound.onTouch();
  await Promise.resolve();
  sound.play('new');
  expect([sound.status(), pitches]).toEqual(['on', [659, 880]]);
});

it('sounds otherwise for what waits too long', async () => {
  const { pitches, open } = fakeAudio();
  const sound = createSound(storeWith(), open);
  sound.onTouch();
  await Promise.resolve();
  sound.play('overdue');
  expect(pitches).toEqual([587, 440, 587, 440]);
});

it('is silent where it is not wanted, and remembers that', async () => {
  const store = storeWith();
  const { pitches, open } = fakeAudio();
  const sound = createSound(store, open);
  sound.toggle();
  await Promise.resolve();
  expect(sound.status()).toBe('on');
  sound.toggle();
  sound.play('new');
  expect([sound.status(), pitches, createSound(store, open).status()]).toEqual(['off', [], 'off']);
  sound.onTouch();
  expect(sound.status()).toBe('off');
});
