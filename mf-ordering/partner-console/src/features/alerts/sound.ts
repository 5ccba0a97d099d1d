import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { StoredTextEntry } from '@mahlzeit/shared-ui/platform';

/**
 * Status of the sounds in the restaurant's console. `waiting`: the sounds are switched on, but the browser plays none
 * before the user touches the page for the first time.
 */
export type SoundStatus = 'on' | 'off' | 'waiting';

/** Event for which the console plays a sound: a new order, or an order that waits too long. */
export type Tone = 'new' | 'overdue';

/** Sounds of the restaurant's console, and the switch for them. */
export interface Sound {
  status(): SoundStatus;
  /** Calls the listener when the status changes. Returns an unsubscribe function. */
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

interface ToneNote {
  /** Frequency in hertz. */
  readonly pitch: number;
  /** Start of the note in seconds after the first note of the sound. */
  readonly startSeconds: number;
}

/** Audio output of the browser. Tests replace it. */
export interface AudioOutput {
  isRunning(): boolean;
  /** Asks the browser to start audio. The browser does so only within a user gesture. */
  resume(): Promise<void>;
  play(note: ToneNote): void;
}

const NOTE_LENGTH_S = 0.22;

// Rising notes announce a new order. Falling notes, played twice, report an order that has waited too long for the
// restaurant's answer.
const NOTES_BY_TONE: Readonly<Record<Tone, readonly ToneNote[]>> = {
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
  const audioContext = new AudioContext();
  return {
    isRunning: () => audioContext.state === 'running',
    resume: () => audioContext.resume(),
    play({ pitch, startSeconds }) {
      const [oscillator, gainNode] = [audioContext.createOscillator(), audioContext.createGain()];
      const startTimeSeconds = audioContext.currentTime + startSeconds;
      oscillator.type = 'triangle';
      oscillator.frequency.value = pitch;
      gainNode.gain.setValueAtTime(0.0001, startTimeSeconds);
      gainNode.gain.exponentialRampToValueAtTime(0.4, startTimeSeconds + 0.02);
      gainNode.gain.exponentialRampToValueAtTime(0.0001, startTimeSeconds + NOTE_LENGTH_S);
      oscillator.connect(gainNode).connect(audioContext.destination);
      oscillator.start(startTimeSeconds);
      oscillator.stop(startTimeSeconds + NOTE_LENGTH_S);
    },
  };
};

const OFF_SETTING = 'off';

/**
 * Creates the sounds of one page. `storedSetting` is the place where the user's choice to switch them off is stored; by
 * default they are on.
 */
export const createSound = (storedSetting: StoredTextEntry, openAudio: () => AudioOutput): Sound => {
  let isSoundWanted = storedSetting.read() !== OFF_SETTING;
  let audioOutput: AudioOutput | null = null;
  const { add, emit } = createListeners();
  const startAudio = (): void => {
    audioOutput ??= openAudio();
    if (!audioOutput.isRunning()) audioOutput.resume().then(emit, emit);
    emit();
  };
  const isRunning = (): boolean => audioOutput?.isRunning() === true;

  return {
    status: () => (isSoundWanted ? (isRunning() ? 'on' : 'waiting') : 'off'),
    onStatus: add,
    toggle() {
      isSoundWanted = !isSoundWanted || !isRunning();
      if (isSoundWanted) storedSetting.remove();
      else storedSetting.write(OFF_SETTING);
      if (isSoundWanted) startAudio();
      else emit();
    },
    onTouch() {
      if (isSoundWanted && !isRunning()) startAudio();
    },
    play(tone) {
      if (!isSoundWanted || audioOutput === null || !isRunning()) return;
      for (const note of NOTES_BY_TONE[tone]) audioOutput.play(note);
    },
  };
};
