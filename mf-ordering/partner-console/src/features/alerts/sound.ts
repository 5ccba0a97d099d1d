import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { StoredText } from '@mahlzeit/shared-ui/platform';

/**
 * Status of the console's sounds. `waiting`: the sounds are switched on, but the browser plays none before the user
 * touches the page for the first time.
 */
export type SoundStatus = 'on' | 'off' | 'waiting';

/** Reason for a sound: a new order, or an order that waits too long. */
export type Tone = 'new' | 'overdue';

/** Sounds of the console, and the switch for them. */
export interface Sound {
  status(): SoundStatus;
  /** Returns an unsubscribe function. */
  onStatus(listener: () => void): () => void;
  /**
   * Switches the sounds on or off. Must be called during a press, because the browser starts audio only within a user
   * gesture.
   */
  toggle(): void;
  /** Starts audio, if the sounds are switched on; called when the user touches the page. */
  onTouch(): void;
  play(tone: Tone): void;
}

interface Note {
  /** Frequency in hertz. */
  readonly pitch: number;
  /** Start of the note in seconds after the first note of the sound. */
  readonly startSeconds: number;
}

/** Audio output of the browser; tests replace it. */
export interface AudioOutput {
  isRunning(): boolean;
  /** Asks the browser to start audio. The browser does so only within a user gesture. */
  resume(): Promise<void>;
  play(note: Note): void;
}

const LENGTH_S = 0.22;

// Rising notes announce a new order. Falling notes, played twice, report an order without an answer.
const NOTES: Readonly<Record<Tone, readonly Note[]>> = {
  new: [
    { pitch: 659, startSeconds: 0 },
    { pitch: 880, startSeconds: 0.16 },
  ],
  overdue: [
    { pitch: 587, startSeconds: 0 },
    { pitch: 440, startSeconds: 0.2 },
    { pitch: 587, startSeconds: 0.5 },
    { pitch: 440, startSeconds: 0.7 },
  ],
};

/** Opens the browser's audio. An oscillator creates the notes, so that no sound file is needed. */
export const browserAudio = (): AudioOutput => {
  const context = new AudioContext();
  return {
    isRunning: () => context.state === 'running',
    resume: () => context.resume(),
    play({ pitch, startSeconds }) {
      const [oscillator, gain] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + startSeconds;
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

/** Creates the sounds of one page. `storedSetting` stores that the user switched them off; they are on by default. */
export const createSound = (storedSetting: StoredText, openAudio: () => AudioOutput): Sound => {
  let isWanted = storedSetting.read() !== OFF;
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
      if (isWanted) storedSetting.remove();
      else storedSetting.write(OFF);
      if (isWanted) wake();
      else emit();
    },
    onTouch() {
      if (isWanted && !isRunning()) wake();
    },
    play(tone) {
      if (!isWanted || audio === null || !isRunning()) return;
      for (const note of NOTES[tone]) audio.play(note);
    },
  };
};
