import { readPoints } from './projection';
import type { MetrePoint } from './projection';

export { blocksWithin } from './blocks';
export type { QuarterBlocks } from './blocks';
export { coordinateAt, DRAWING_ORIGIN, isOnBasemap, mercatorPixelsOf, metrePointOf } from './projection';
export type { MetrePoint } from './projection';

// All shapes in this file are drawn by hand from common knowledge of the town. The shapes contain no other party's map
// data.
const linePath = (pointsText: string): string =>
  `M${readPoints(pointsText)
    .map((point) => point.join(' '))
    .join('L')}`;
const areaPath = (pointsText: string): string => `${linePath(pointsText)}Z`;

/** A line of the drawing with its width in metres. */
export interface DrawnLine {
  readonly points: readonly MetrePoint[];
  readonly path: string;
  readonly width: number;
  readonly name?: string;
}

const drawRoad = (widthMetres: number, pointsText: string, name?: string): DrawnLine => ({
  points: readPoints(pointsText),
  path: linePath(pointsText),
  width: widthMetres,
  ...(name !== undefined && { name }),
});

/** Outlines of lakes, the river Elbe and harbour basins, as SVG paths. */
export const LAKE_PATHS: readonly string[] = [
  // Lake Binnenalster.
  areaPath('5540 9918,5528 9946,5525 9968,5538 9986,5556 10003,5570 10003,5575 9968,5572 9940,5556 9928'),
  // Lake Außenalster.
  areaPath(
    '5583 9955,5602 9972,5630 9987,5655 9985,5682 9990,5706 9985,5735 9982,5762 9988,5786 10006,5790 10022,5776 10064,5752 10098,5730 10122,5706 10150,5690 10172,5676 10158,5660 10140,5632 10106,5612 10078,5598 10052,5584 10012',
  ),
  // River arm Norderelbe.
  areaPath(
    '5430 8700,5426 8950,5434 9150,5438 9260,5446 9390,5452 9560,5456 9682,5446 9760,5436 9815,5428 9828,5410 9832,5400 9870,5394 9930,5388 10010,5378 10120,5362 10190,5342 10240,5306 10330,5262 10450,5160 10700,5120 10700,5172 10560,5250 10335,5296 10200,5318 10140,5336 10080,5346 9950,5368 9870,5392 9800,5402 9710,5400 9560,5386 9440,5376 9330,5382 9200,5386 9000,5372 8700',
  ),
  // River arm Köhlbrand.
  areaPath('5384 9330,5330 9352,5270 9380,5200 9400,5200 9362,5270 9336,5330 9304,5378 9268'),
  // Harbour basins: Sandtorhafen, Grasbrookhafen, Magdeburger Hafen and Baakenhafen.
  areaPath('5429 9866,5427 9928,5420 9928,5421 9864'),
  areaPath('5414 9892,5410 9972,5402 9972,5404 9892'),
  areaPath('5438 9994,5436 10004,5392 10004,5390 9992'),
  areaPath('5408 10022,5398 10086,5382 10148,5376 10146,5388 10084,5400 10020'),
];

/** Canals, including the narrow ones between houses („Fleete“). */
export const CANALS: readonly DrawnLine[] = [
  drawRoad(34, '5526 9940,5519 9932,5506 9914,5494 9893,5478 9860,5462 9836,5446 9816'),
  drawRoad(20, '5530 9889,5512 9866,5492 9846,5468 9828,5450 9816'),
  drawRoad(22, '5478 9906,5470 9916,5462 9898,5454 9872,5444 9852'),
  drawRoad(44, '5438 9822,5446 9862,5450 9910,5456 9960,5459 10018,5450 10060,5440 10108,5420 10160'),
  drawRoad(46, '5786 10008,5812 9994,5840 9990,5872 9972,5912 9952,5950 9966'),
  drawRoad(24, '5776 10060,5800 10078,5826 10070,5852 10096,5880 10140,5882 10220'),
  drawRoad(24, '5690 10168,5700 10222,5694 10290,5650 10330,5590 10400,5540 10440'),
  drawRoad(22, '5740 9972,5744 9900,5752 9830,5770 9760,5784 9640'),
];

/** Outlines of parks and cemeteries, as SVG paths. */
export const PARK_PATHS: readonly string[] = [
  areaPath(
    '5620 9788,5626 9860,5608 9888,5598 9888,5584 9850,5572 9832,5556 9786,5528 9750,5510 9728,5514 9706,5532 9720,5556 9752,5592 9776',
  ),
  areaPath('5497 9702,5495 9738,5480 9742,5468 9732,5474 9706,5484 9698'),
  areaPath('5667 9682,5664 9738,5642 9732,5638 9688,5650 9676'),
  areaPath('5610 9506,5610 9546,5590 9550,5590 9508'),
  areaPath('5650 9968,5680 9972,5712 9966,5734 9966,5734 9980,5704 9982,5682 9988,5654 9982'),
  areaPath('5986 10100,6002 10166,6000 10240,5970 10312,5946 10320,5916 10214,5934 10116,5960 10092'),
  areaPath('5900 8890,5924 9040,5876 9100,5830 9072,5790 9010,5806 8900,5850 8870'),
  areaPath('5754 9516,5756 9556,5736 9558,5734 9520'),
  areaPath('5764 9812,5762 9848,5748 9848,5748 9812'),
  areaPath('5448 9330,5458 9338,5456 9392,5448 9388'),
  areaPath('5610 10530,5612 10590,5578 10594,5572 10536'),
  areaPath('5444 10032,5442 10050,5398 10052,5398 10038'),
  areaPath('5478 9716,5474 9752,5466 9750,5468 9716'),
];

/** Well-known roads; the wide ones last, so that they are drawn on top. */
export const ROADS: readonly DrawnLine[] = [
  drawRoad(13, '5553 9800,5532 9828,5510 9862,5505 9886', 'Kaiser-Wilhelm-Straße'),
  drawRoad(13, '5505 9868,5490 9865,5470 9858,5446 9846', 'Rödingsmarkt'),
  drawRoad(12, '5507 9942,5512 9976,5518 10016,5524 10052', 'Mönckebergstraße'),
  drawRoad(12, '5550 9900,5536 9912,5524 9944,5508 9956', 'Jungfernstieg'),
  drawRoad(12, '5563 9900,5552 9880,5530 9862,5508 9838,5494 9806,5470 9790'),
  drawRoad(12, '5572 9690,5548 9660,5524 9654,5498 9640'),
  drawRoad(13, '5604 9900,5640 9896,5680 9890,5722 9884,5760 9880,5815 9885,5860 9876,5920 9862', 'Rothenbaumchaussee'),
  drawRoad(12, '5606 9916,5650 9942,5700 9948,5756 9950,5800 9930', 'Mittelweg'),
  drawRoad(12, '5498 9550,5530 9526,5562 9506,5612 9488', 'Holstenstraße'),
  drawRoad(12, '5630 9622,5604 9650,5578 9678', 'Schulterblatt'),
  drawRoad(12, '5630 9622,5662 9584,5700 9540,5740 9500'),
  drawRoad(13, '5464 9300,5452 9180,5456 9060,5476 8900,5500 8700', 'Elbchaussee'),
  drawRoad(13, '5502 9700,5528 9762,5552 9782', 'Holstenwall'),
  drawRoad(13, '5552 9782,5570 9850,5584 9890', 'Gorch-Fock-Wall'),
  drawRoad(13, '5584 9890,5580 9920,5577 9962,5572 10002,5554 10030,5516 10052,5474 10074'),
  drawRoad(14, '5466 10070,5460 10010,5455 9940,5450 9880,5444 9818'),
  drawRoad(14, '5463 9690,5449 9750,5444 9818', 'Vorsetzen'),
  drawRoad(14, '5463 9690,5457 9570,5449 9400,5441 9250,5444 9120'),
  drawRoad(14, '5672 9828,5640 9852,5604 9884', 'Grindelallee'),
  drawRoad(14, '5672 9828,5720 9792,5772 9760,5830 9710,5900 9650,5960 9600'),
  drawRoad(14, '5510 9372,5540 9430,5572 9486,5604 9548,5632 9592,5676 9690,5690 9780', 'Max-Brauer-Allee'),
  drawRoad(14, '5562 9690,5590 9650,5604 9560,5610 9450,5620 9250,5640 9050,5664 8860', 'Stresemannstraße'),
  drawRoad(15, '5740 9550,5708 9620,5676 9690', 'Fruchtallee'),
  drawRoad(15, '5740 9550,5790 9470,5842 9400,5900 9340,5962 9280'),
  drawRoad(15, '5570 10004,5592 10052,5618 10090', 'An der Alster'),
  drawRoad(15, '5618 10090,5652 10146,5682 10184,5690 10270,5740 10310,5784 10342,5830 10390,5880 10440'),
  drawRoad(15, '5520 10060,5526 10150,5536 10250,5540 10350,5538 10500,5536 10680'),
  drawRoad(14, '5524 10066,5552 10150,5582 10222', 'Steindamm'),
  drawRoad(14, '5582 10222,5640 10350,5694 10520,5722 10700'),
  drawRoad(16, '5468 10080,5446 10140,5428 10196,5398 10268', 'Amsinckstraße'),
  drawRoad(16, '5398 10268,5330 10252,5280 10258,5220 10262,5130 10290'),
  drawRoad(16, '5480 9370,5490 9450,5497 9545,5499 9600,5498 9690', 'Reeperbahn'),
  drawRoad(20, '5498 9690,5500 9730,5497 9800,5489 9870,5478 9950,5472 10020,5470 10084', 'Ludwig-Erhard-Straße'),
];

/** Name of a street, and the line along which the name is written. */
export interface NamedStreet {
  readonly name: string;
  readonly points: readonly MetrePoint[];
  readonly isMain: boolean;
}

type StreetRow = readonly [name: string, points: string];

// Streets in which restaurants have their addresses. Each line runs from corner to corner.
const NAMED_STREETS: readonly StreetRow[] = [
  ['Großer Burstah', '5488 9885,5496 9917'],
  ['Deichstraße', '5455 9866,5472 9879'],
  ['Rathausstraße', '5503 9937,5499 9972'],
  ['Steinstraße', '5499 9986,5489 10058'],
  ['Ferdinandstraße', '5521 9958,5543 10011'],
  ['Großneumarkt', '5496 9789,5504 9806'],
  ['Wexstraße', '5507 9803,5524 9839'],
  ['Große Bleichen', '5523 9869,5544 9893'],
  ['Neuer Wall', '5498 9884,5527 9913'],
  ['Colonnaden', '5551 9914,5577 9891'],
  ['Caffamacherreihe', '5538 9839,5563 9856'],
  ['Poststraße', '5527 9876,5516 9907'],
  ['Hein-Hoyer-Straße', '5502 9641,5527 9646'],
  ['Clemens-Schultz-Straße', '5521 9691,5512 9650'],
  ['Paul-Roosen-Straße', '5513 9586,5523 9641'],
  ['Susannenstraße', '5624 9622,5634 9665'],
  ['Bartelsstraße', '5617 9641,5641 9672'],
  ['Lange Reihe', '5557 10078,5596 10127'],
  ['Koppel', '5570 10098,5601 10131'],
  ['Am Kaiserkai', '5417 9877,5421 9932'],
  ['Überseeallee', '5403 9978,5397 10048'],
  ['Osakaallee', '5442 9989,5420 10006'],
  ['Shanghaiallee', '5438 10014,5405 10030'],
  ['Grindelhof', '5659 9824,5686 9836'],
  ['Große Bergstraße', '5497 9462,5508 9374'],
  ['Königstraße', '5480 9521,5475 9383'],
  ['Ottenser Hauptstraße', '5526 9331,5537 9271'],
  ['Bahrenfelder Straße', '5519 9282,5571 9271'],
  ['Eulenstraße', '5515 9291,5496 9249'],
  ['Osterstraße', '5744 9601,5766 9489'],
  ['Eppendorfer Weg', '5697 9588,5757 9639'],
  ['Heußweg', '5729 9541,5789 9511'],
  ['Hoheluftchaussee', '5740 9731,5853 9714'],
  ['Eppendorfer Landstraße', '5829 9840,5890 9861'],
  ['Mühlenkamp', '5815 10079,5851 10111'],
  ['Gertigstraße', '5831 10098,5825 10161'],
  ['Papenhuder Straße', '5681 10191,5703 10201'],
  ['Spaldingstraße', '5494 10151,5503 10270'],
  ['Fuhlsbüttler Straße', '5875 10446,5932 10436'],
  ['Poolstraße', '5538 9802,5547 9822,5550 9838'],
  ['Hütten', '5506 9752,5515 9757,5524 9770'],
  ['Fuhlentwiete', '5518 9862,5527 9854,5538 9842'],
  ['Michaelisstraße', '5497 9800,5491 9822,5488 9846'],
  ['Neuer Steinweg', '5503 9762,5505 9780,5503 9800'],
  ['Valentinskamp', '5550 9838,5555 9860,5557 9884'],
  ['ABC-Straße', '5555 9868,5548 9874,5540 9880'],
  ['Ditmar-Koel-Straße', '5461 9740,5456 9762,5452 9786'],
  ['Stadthausbrücke', '5497 9852,5496 9872,5498 9890'],
  ['Admiralitätstraße', '5494 9852,5480 9840,5464 9832'],
  ['Dammtorstraße', '5556 9890,5564 9893,5574 9896'],
  ['Alter Wall', '5494 9896,5502 9912,5509 9930'],
  ['Bergstraße', '5511 9946,5517 9958,5521 9966'],
  ['Spitalerstraße', '5514 9998,5522 10028,5530 10052'],
  ['Am Sandtorkai', '5437 9862,5438 9910,5437 9960'],
  ['Brooktorkai', '5437 9985,5440 10018,5444 10052'],
  ['Adenauerallee', '5524 10072,5530 10120,5538 10170'],
  ['Feldstraße', '5562 9690,5568 9730,5574 9770'],
  ['Karolinenstraße', '5576 9770,5592 9764,5606 9768'],
  ['Budapester Straße', '5502 9700,5522 9692,5540 9684'],
  ['Talstraße', '5498 9622,5508 9626,5520 9628'],
  ['Davidstraße', '5496 9640,5482 9642,5468 9646'],
];

const streetPath = (pointsText: string): string => linePath(pointsText);

/** Smaller streets of the inner town, as SVG paths. */
export const STREET_PATHS: readonly string[] = [
  ...NAMED_STREETS.map(([, points]) => linePath(points)),
  // Streets of the quarter Neustadt.
  streetPath('5551 9895,5539 9884,5524 9878,5512 9874'),
  streetPath('5543 9899,5526 9902,5514 9912'),
  streetPath('5530 9925,5516 9902,5504 9886'),
  streetPath('5522 9930,5508 9908,5496 9890'),
  streetPath('5556 9886,5546 9868,5540 9846,5536 9832'),
  streetPath('5548 9876,5530 9862,5520 9852'),
  streetPath('5520 9888,5508 9870,5500 9850,5494 9832'),
  streetPath('5508 9846,5504 9822,5510 9792,5520 9776'),
  streetPath('5500 9832,5496 9812,5500 9786'),
  streetPath('5524 9812,5508 9822,5496 9826'),
  streetPath('5494 9790,5478 9800,5462 9812,5450 9818'),
  streetPath('5490 9772,5476 9776,5464 9786,5454 9800,5446 9806'),
  streetPath('5484 9838,5470 9824,5456 9812'),
  streetPath('5478 9752,5468 9764,5456 9772,5448 9780'),
  streetPath('5536 9796,5524 9804,5512 9806'),
  streetPath('5560 9862,5548 9852,5540 9846'),
  // Streets of the quarter Altstadt.
  streetPath('5500 9890,5492 9908,5488 9926,5490 9946'),
  streetPath('5474 9870,5462 9876,5450 9886'),
  streetPath('5482 9906,5466 9916,5456 9920'),
  streetPath('5508 9956,5496 9962,5480 9968,5462 9972'),
  streetPath('5510 9976,5494 9984,5474 9990,5460 9996'),
  streetPath('5504 9962,5506 9990,5506 10024,5510 10048'),
  streetPath('5524 9968,5514 9972,5506 9976'),
  streetPath('5538 9988,5526 9992,5514 9996'),
  streetPath('5548 9998,5534 10010,5522 10020'),
  streetPath('5554 10020,5536 10024,5524 10030'),
  streetPath('5516 10000,5500 10006,5484 10014,5474 10016'),
  // Streets of the quarter St. Georg.
  streetPath('5536 10080,5552 10086,5570 10088,5590 10084'),
  streetPath('5544 10078,5560 10074,5578 10064'),
  streetPath('5526 10088,5512 10096,5496 10110,5480 10120'),
  streetPath('5556 10112,5544 10128,5530 10140'),
  // Streets of the quarters St. Pauli and Schanze.
  streetPath('5552 9732,5540 9710,5524 9690,5508 9684'),
  streetPath('5562 9700,5566 9726,5574 9748,5566 9774'),
  streetPath('5478 9660,5470 9640,5464 9610,5460 9580'),
  streetPath('5498 9634,5484 9638,5470 9640'),
  streetPath('5498 9596,5514 9590,5530 9584'),
  streetPath('5512 9652,5514 9620,5516 9590,5518 9560'),
  streetPath('5530 9650,5526 9620,5528 9580,5530 9540'),
  streetPath('5500 9660,5514 9656,5528 9652,5546 9652'),
  streetPath('5562 9660,5580 9640,5594 9620'),
  streetPath('5604 9680,5612 9656,5620 9630'),
  streetPath('5620 9660,5634 9640,5646 9620'),
  streetPath('5584 9686,5606 9690,5630 9692'),
  // Streets of the quarters Rotherbaum and Eimsbüttel.
  streetPath('5614 9866,5640 9866,5668 9862,5700 9860'),
  streetPath('5628 9840,5650 9832,5672 9842'),
  streetPath('5738 9792,5736 9840,5740 9890,5744 9950'),
  streetPath('5700 9820,5700 9860,5696 9900,5690 9946'),
  streetPath('5756 9470,5752 9540,5750 9600,5760 9680,5770 9740'),
  streetPath('5720 9560,5736 9530,5756 9500'),
  // Streets of the quarters Altona and Ottensen.
  streetPath('5500 9352,5504 9310,5506 9270,5510 9230'),
  streetPath('5540 9280,5524 9284,5506 9288,5486 9290'),
  streetPath('5518 9380,5506 9430,5504 9480'),
  streetPath('5476 9340,5474 9390,5474 9440,5478 9490'),
  streetPath('5556 9300,5556 9340,5560 9390'),
  // Streets of the quarter HafenCity.
  streetPath('5446 9890,5438 9920,5432 9960,5430 10000'),
  streetPath('5418 9880,5414 9930,5412 9980,5420 10010'),
  streetPath('5430 10000,5418 10040,5404 10100,5392 10150'),
  streetPath('5452 9958,5438 9962,5424 9966'),
];

/** Streets whose names the map shows, main roads first. */
export const STREET_NAMES: readonly NamedStreet[] = [
  ...ROADS.flatMap(({ name: roadName, points }) =>
    roadName === undefined ? [] : [{ name: roadName, points, isMain: true }],
  ),
  ...NAMED_STREETS.map(([streetName, points]) => ({ name: streetName, points: readPoints(points), isMain: false })),
];

/** Railway lines above ground, as SVG paths. */
export const RAIL_PATHS: readonly string[] = [
  linePath(
    '5460 9100,5524 9352,5560 9420,5612 9486,5636 9580,5636 9668,5628 9780,5612 9894,5598 9950,5582 9988,5556 10046,5528 10066,5490 10086,5440 10106,5400 10170,5344 10238,5270 10226,5160 10200',
  ),
  linePath('5536 10062,5536 10150,5530 10250,5560 10360,5610 10460,5650 10550,5690 10700'),
];

/** Name of a water, a park or a quarter, and the position at which the basemap shows the name. */
export interface BasemapLabel {
  readonly kind: 'water' | 'park' | 'quarter';
  readonly name: string;
  readonly position: MetrePoint;
  /** Lowest zoom level of the map at which the label has enough space. */
  readonly fromZoom: number;
}

const labelAt = (
  kind: BasemapLabel['kind'],
  labelText: string,
  positionText: string,
  fromZoom: number,
): BasemapLabel => {
  const [position = [0, 0]] = readPoints(positionText);
  return { kind, name: labelText, position, fromZoom };
};

/** Labels of waters, parks and quarters, each with its position and its lowest zoom level. */
export const LABELS: readonly BasemapLabel[] = [
  labelAt('water', 'Binnenalster', '5552 9964', 15),
  labelAt('water', 'Außenalster', '5690 10060', 13),
  labelAt('water', 'Norderelbe', '5424 9720', 13),
  labelAt('water', 'Norderelbe', '5366 10020', 14),
  labelAt('water', 'Alsterfleet', '5500 9903', 17),
  labelAt('water', 'Köhlbrand', '5300 9344', 14),
  labelAt('park', 'Planten un Blomen', '5590 9830', 15),
  labelAt('park', 'Alter Elbpark', '5483 9720', 16),
  labelAt('park', 'Schanzenpark', '5652 9706', 16),
  labelAt('park', 'Stadtpark', '5964 10200', 14),
  labelAt('park', 'Alsterpark', '5702 9974', 16),
  labelAt('park', 'Altonaer Volkspark', '5860 8980', 14),
  labelAt('park', 'Wohlers Park', '5600 9528', 16),
  labelAt('park', 'Lohsepark', '5420 10044', 16),
  labelAt('quarter', 'Neustadt', '5516 9836', 14),
  labelAt('quarter', 'Altstadt', '5490 9975', 14),
  labelAt('quarter', 'St. Pauli', '5538 9635', 13),
  labelAt('quarter', 'St. Georg', '5556 10130', 14),
  labelAt('quarter', 'HafenCity', '5424 9998', 14),
  labelAt('quarter', 'Sternschanze', '5622 9664', 14),
  labelAt('quarter', 'Rotherbaum', '5660 9912', 13),
  labelAt('quarter', 'Eimsbüttel', '5726 9580', 13),
  labelAt('quarter', 'Altona-Altstadt', '5508 9440', 14),
  labelAt('quarter', 'Ottensen', '5532 9240', 13),
  labelAt('quarter', 'Hammerbrook', '5462 10260', 14),
  labelAt('quarter', 'Uhlenhorst', '5724 10190', 13),
  labelAt('quarter', 'Winterhude', '5900 10040', 13),
];
