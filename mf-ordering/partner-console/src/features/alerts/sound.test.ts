import { createSound } from './sound';
import type { AudioOutput } from './sound';

const storedTextDouble = (text: string | null = null) => {
  let storedValue = text;
  return {
    read: () => storedValue,
    write: (newText: string) => {
      storedValue = newText;
      return true;
    },
    remove: () => {
      storedValue = null;
    },
  };
};

/** Creates a fake of the browser's audio that records the pitches of the played notes. */
const createFakeAudio = () => {
  const playedPitches: number[] = [];
  let isAudioRunning = false;
  const openFakeAudio = (): AudioOutput => ({
    isRunning: () => isAudioRunning,
    resume: async () => {
      isAudioRunning = true;
    },
    play: ({ pitch }) => void playedPitches.push(pitch),
  });
  return { pitches: playedPitches, open: openFakeAudio };
};

it('waits for a touch before it sounds, as browsers want it', async () => {
  const { pitches, open } = createFakeAudio();
  const sound = createSound(storedTextDouble(), open);
  sound.play('new');
  expect([sound.status(), pitches.length]).toEqual(['waiting', 0]);
  sound.onTouch();
  await Promise.resolve();
  sound.play('new');
  expect([sound.status(), pitches]).toEqual(['on', [659, 880]]);
});

it('sounds otherwise for what waits too long', async () => {
  const { pitches, open } = createFakeAudio();
  const sound = createSound(storedTextDouble(), open);
  sound.onTouch();
  await Promise.resolve();
  sound.play('overdue');
  expect(pitches).toEqual([587, 440, 587, 440]);
});

it('is silent where it is not wanted, and remembers that', async () => {
  const storedSetting = storedTextDouble();
  const { pitches, open } = createFakeAudio();
  const sound = createSound(storedSetting, open);
  sound.toggle();
  await Promise.resolve();
  expect(sound.status()).toBe('on');
  sound.toggle();
  sound.play('new');
  expect([sound.status(), pitches, createSound(storedSetting, open).status()]).toEqual(['off', [], 'off']);
  sound.onTouch();
  expect(sound.status()).toBe('off');
});
