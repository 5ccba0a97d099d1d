/** @page */
import { describeConformance } from '@mahlzeit/shared-ui/testing';
import { voucherScenarios } from './alone';
import declaration from './remote';
import entries from './shell-entries';

describeConformance(declaration, { scenarios: voucherScenarios, entries });
