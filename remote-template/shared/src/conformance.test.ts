/** @page */
import { describeConformance } from '@mahlzeit/shared-ui/testing';
import { scenarios } from './alone';
import declaration from './remote';
import entries from './shell-entries';

describeConformance(declaration, { scenarios, entries });
