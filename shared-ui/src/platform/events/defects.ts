import type { EventParameters } from './event-log';

/** Hears of a fault of the program or of its data that the page can live with. */
export type DefectListener = (name: string, parameters: EventParameters) => void;

const refuse: DefectListener = (name, parameters) => {
  throw new Error(`${name}: ${JSON.stringify(parameters)}`);
};

let listener = refuse;

/** Decides what a defect leads to: thrown where developers look (null, as in tests), told to a listener where people do. */
export const onDefect = (next: DefectListener | null): void => {
  listener = next ?? refuse;
};

/** Reports a defect; returns where people look, throws where developers do. */
export const reportDefect: DefectListener = (name, parameters) => listener(name, parameters);
