import texts from '../locales/de.json';
import { runPayments } from './payments';
import { readConfig, runProgram } from './startup';

runProgram((args) => runPayments(args, readConfig, console), texts.paymentsFailed);
