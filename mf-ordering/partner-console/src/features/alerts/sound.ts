import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { StoredText } from '@mahlzeit/shared-ui/platform';

/** `waiting`: wanted, but the browser lets pages sound only after somebody has touched them. */
export type SoundStatus = 'on' | 'off' | 'waiting';

/** What is sounded for: an order that came, or one that waits too long. */
export type Tone = 'new' | 'overdue';

/** The console's sounds. */
export interface Sound {
  status(): SoundStatus;
  /** Returns an unsubscribe function. */
  onStatus(listener: () => void): () => void;
  /** Called by a press: a gesture lets the browser sound. */
  toggle(): void;
  /** Somebody has touched the page. */
  touched(): void;
  play(tone: Tone): void;
}

/** A note. */
interface Note {
  /** Hertz. */
  readonly pitch: number;
  /** Seconds after the first. */
  readonly at: number;
}

/** What a browser sounds with. */
export interface AudioOutput {
  isRunning(): boolean;
  /** Asks for leave to sound; given within a gesture alone. */
  resume(): Promise<void>;
  play(note: Note): void;
}

const LENGTH_S = 0.22;

// Up: something comes. Down and again: something is missing.
const NOTES: Readonly<Record<Tone, readonly Note[]>> = {
  new: [
    { pitch: 659, at: 0 },
    { pitch: 880, at: 0.16 },
  ],
  overdue: [
    { pitch: 587, at: 0 },
    { pitch: 440, at: 0.2 },
    { pitch: 587, at: 0.5 },
    { pitch: 440, at: 0.7 },
  ],
};

/** Sounds by the browser's own generator: no file has to be fetched. */
export const browserAudio = (): AudioOutput => {
  const context = new AudioContext();
  return {
    isRunning: () => context.state === 'running',
    resume: () => context.resume(),
    play({ pitch, at }) {
      const [oscillator, gain] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + at;
      oscillator.type = 'triangle';
      oscillator.frequency.value = pitch;
      gain.gain.setValueAtTime(0.0001, start);
      gain.gain.exponentialRampToValueAtTime(0.4, start + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH_S);
      oscillator.connect(gain).connect(context.destination);
      oscillator.start(start);
      oscillator.stop(start + LENGTH_S);
    },
  };
};

const OFF = 'off';

/** Sounds of one page. `stored` remembers whether they are wanted: they are until somebody says no. */
export const createSound = (stored: StoredText, openAudio: () => AudioOutput): Sound => {
  let isWanted = stored.read() !== OFF;
  let audio: AudioOutput | null = null;
  const { add, emit } = createListeners();
  const wake = (): void => {
    audio ??= openAudio();
    if (!audio.isRunning()) audio.resume().then(emit, emit);
    emit();
  };
  const isRunning = (): boolean => audio?.isRunning() === true;

  return {
    status: () => (isWanted ? (isRunning() ? 'on' : 'waiting') : 'off'),
    onStatus: add,
    toggle() {
      isWanted = !isWanted || !isRunning();
      if (isWanted) stored.remove();
      else stored.write(OFF);
      if (isWanted) wake();
      else emit();
    },
    touched() {
      if (isWanted && !isRunning()) wake();
    },
    play(tone) {
      if (!isWanted || audio === null || !isRunning()) return;
      for (const note of NOTES[tone]) audio.play(note);
    },
  };
};
