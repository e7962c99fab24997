// All that draws with recharts stands in this one file, which is loaded when a chart is first shown.
import type { ReactElement, ReactNode } from 'react';
import { Bar, BarChart, LabelList, Rectangle, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { CodesWeek } from './chartFigures.ts';

type ShapeProps = { x?: number; y?: number; width?: number; height?: number };

// The table beside each chart is what keyboards and screen readers get, so the drawing itself stays out of their way.
const still = { isAnimationActive: false } as const;
const silent = { accessibilityLayer: false } as const;

const tick = { fill: 'var(--muted)', fontSize: 12 };
const strong = { fill: 'var(--ink)', fontSize: 12, fontWeight: 700 };

/** Codes issued and uses taken, side by side. */
export function CodesBars({ weeks, height }: { weeks: readonly CodesWeek[]; height: number }) {
  return (
    <Frame height={height}>
      <BarChart {...silent} data={[...weeks]} margin={{ top: 18, right: 10, bottom: 0, left: 10 }} barGap={2}>
        {weekAxis}
        <YAxis hide domain={[0, 'dataMax']} />
        <Bar {...still} dataKey="issued" maxBarSize={22} shape={outlined}>
          <LabelList dataKey="issued" position="top" offset={5} formatter={unlessNone} {...strong} />
        </Bar>
        <Bar {...still} dataKey="redeemed" fill="var(--spruce)" radius={3} maxBarSize={22}>
          <LabelList dataKey="redeemed" position="top" offset={5} formatter={unlessNone} {...strong} />
        </Bar>
      </BarChart>
    </Frame>
  );
}

const SITE_ROW = 44;

/** A bar for each drop site under its name, the busiest first. */
export function DropSiteBars({ sites }: { sites: readonly { name: string; donations: number }[] }) {
  return (
    <Frame height={sites.length * SITE_ROW}>
      <BarChart
        {...silent}
        layout="vertical"
        data={[...sites]}
        margin={{ top: 0, right: 40, bottom: 0, left: 0 }}
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis type="category" dataKey="name" hide />
        <Bar {...still} dataKey="donations" shape={underItsName} maxBarSize={SITE_ROW}>
          <LabelList dataKey="name" content={siteName} />
          <LabelList dataKey="donations" content={siteCount} />
        </Bar>
      </BarChart>
    </Frame>
  );
}

function Frame({ height, children }: { height: number; children: ReactElement }): ReactNode {
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 480, height }}>
      {children}
    </ResponsiveContainer>
  );
}

const weekAxis = (
  <XAxis
    dataKey="week"
    tick={tick}
    tickLine={false}
    tickMargin={6}
    height={24}
    minTickGap={6}
    axisLine={{ stroke: 'var(--edge)' }}
    // A narrow screen names every second or third week.
    interval="equidistantPreserveStart"
  />
);

function outlined({ x = 0, y = 0, width = 0, height = 0 }: ShapeProps) {
  if (height <= 0) return null;
  return (
    <Rectangle
      x={x + 0.75}
      y={y + 0.75}
      width={width - 1.5}
      height={Math.max(0, height - 0.75)}
      radius={3}
      fill="var(--sky-tint)"
      stroke="var(--sky-deep)"
      strokeWidth={1.5}
    />
  );
}

const SITE_BAR = 14;

function underItsName({ x = 0, y = 0, width = 0, height = 0 }: ShapeProps) {
  return (
    <Rectangle
      x={x}
      y={y + height - SITE_BAR}
      width={width}
      height={SITE_BAR}
      radius={3}
      fill="var(--spruce)"
    />
  );
}

type SiteLabelProps = {
  x?: number | string | undefined;
  y?: number | string | undefined;
  width?: number | string | undefined;
  height?: number | string | undefined;
  value?: unknown;
};

function siteName({ x, y, height, value }: SiteLabelProps) {
  return (
    <text x={Number(x)} y={Number(y) + Number(height) - SITE_BAR - 6} fill="var(--ink)" fontSize={13}>
      {shortened(String(value))}
    </text>
  );
}

function siteCount({ x, y, width, height, value }: SiteLabelProps) {
  return (
    <text x={Number(x) + Number(width) + 7} y={Number(y) + Number(height) - 3} {...strong}>
      {String(value)}
    </text>
  );
}

// What a phone has room for.
const SITE_NAME_LENGTH = 42;

function shortened(name: string): string {
  return name.length > SITE_NAME_LENGTH ? `${name.slice(0, SITE_NAME_LENGTH - 1).trimEnd()}…` : name;
}

function unlessNone(value: unknown): string {
  return Number(value) === 0 ? '' : Math.round(Number(value)).toLocaleString('en-CA');
}
