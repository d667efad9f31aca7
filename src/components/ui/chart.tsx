/**
 * Draws numbers per span: bars side by side or stacked, a filled line, or steps. Zero is always in view, a tooltip
 * describes the span under the pointer, and a span can be opened. Only a picture: a table beside it says the same to everyone.
 */
'use client';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { cn } from './cn';
import { labelEvery, ticks } from './chart-scale';
import { usePrinting } from './printing';

export interface ChartSeries<Point> {
  readonly name: string;
  readonly color: string;
  /** The value that positions the mark. */
  readonly value: (point: Point) => number;
  /** The text in the tooltip; defaults to the number. */
  readonly text?: (point: Point) => string;
  /** Defaults to a bar. */
  readonly mark?: 'area' | 'steps';
}

export interface ChartProps<Point> {
  points: readonly Point[];
  series: readonly ChartSeries<Point>[];
  /** The label on the axis. */
  label: (point: Point) => string;
  /** The tooltip's title; defaults to the label. */
  note?: (point: Point) => string;
  /** Stacked instead of side by side. */
  stacked?: boolean;
  /** Only whole numbers on the value axis. */
  whole?: boolean;
  /** Without grid and labels, for small spaces. */
  bare?: boolean;
  widestBar?: number;
  /** Whether the point is dimmed behind a chosen one. */
  faded?: (point: Point) => boolean;
  onOpen?: (point: Point) => void;
}

const SIDE = 44;
const FOOT = 24;
const TOP = 6;
/** The share of a span that its bars fill. */
const FILLED = 0.8;
const FADED = 0.3;

/** The width drawn at in print, where the real one is unknown; the picture is then scaled as a whole. */
const PAPER_WIDTH = 600;

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

interface Size {
  readonly width: number;
  readonly height: number;
}

function useSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** Fills its container, which has its own height; in print it is as wide as the container and scales in proportion. */
export function Chart<Point>(props: ChartProps<Point>) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const [pointed, setPointed] = useState<number | null>(null);
  const printing = usePrinting() !== null;
  return (
    <div ref={box} data-chart="" className="relative size-full" aria-hidden onPointerLeave={() => setPointed(null)}>
      {size && size.width > 0 && (
        <Picture {...props} width={printing ? PAPER_WIDTH : size.width} height={size.height} pointed={pointed} onPoint={setPointed} />
      )}
    </div>
  );
}

interface PictureProps<Point> extends ChartProps<Point>, Size {
  pointed: number | null;
  onPoint: (index: number) => void;
}

function Picture<Point>(props: PictureProps<Point>) {
  const { points, series, label, width, height, stacked = false, whole, bare = false, pointed, onPoint, onOpen } = props;
  const totals = stacked
    ? points.map((point) => series.reduce((sum, { value }) => sum + value(point), 0))
    : points.flatMap((point) => series.map(({ value }) => value(point)));
  const lines = ticks(totals, whole);
  const [least, most] = [Math.min(...lines), Math.max(...lines)];
  const left = bare ? 0 : SIDE;
  const floor = height - FOOT;
  const room = (width - left) / Math.max(points.length, 1);
  const y = (value: number): number => floor - ((value - least) / (most - least)) * (floor - TOP);
  const x = (index: number): number => left + index * room;
  const labels = points.map(label);
  const every = labelEvery(labels, room);
  return (
    <>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="fill-ink-faint block text-xs tabular-nums print:h-auto print:w-full"
      >
        {!bare &&
          lines.map((line) => (
            <g key={line}>
              <line x1={left} x2={width} y1={y(line)} y2={y(line)} stroke={line === 0 ? 'var(--line-strong)' : 'var(--line)'} />
              <text x={left - 8} y={y(line)} dy="0.35em" textAnchor="end">
                {short.format(line)}
              </text>
            </g>
          ))}
        {bare && <line x1={left} x2={width} y1={y(0)} y2={y(0)} stroke="var(--line)" />}
        {pointed !== null && <rect x={x(pointed)} y={TOP} width={room} height={floor - TOP} fill="var(--sunken)" />}
        <Marks {...props} x={x} y={y} room={room} />
        {labels.map(
          (text, index) =>
            index % every === 0 && (
              <text key={index} {...placed(x(index) + room / 2, text, left, width)} y={height - 6}>
                {text}
              </text>
            ),
        )}
        {points.map((point, index) => (
          <rect
            key={index}
            x={x(index)}
            y={0}
            width={room}
            height={height}
            fill="transparent"
            className={cn(onOpen && 'cursor-pointer')}
            onPointerEnter={() => onPoint(index)}
            onClick={() => onOpen?.(point)}
          />
        ))}
      </svg>
      {pointed !== null && points[pointed] !== undefined && (
        <Note {...props} point={points[pointed]} middle={x(pointed) + room / 2} leftHalf={x(pointed) + room / 2 < width / 2} />
      )}
    </>
  );
}

/** A label below its span, kept within the picture at both ends. */
function placed(middle: number, text: string, left: number, width: number): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
  const half = text.length * 3.5;
  if (middle - half < left) return { x: left, textAnchor: 'start' };
  return middle + half > width ? { x: width, textAnchor: 'end' } : { x: middle, textAnchor: 'middle' };
}

interface MarksProps<Point> extends ChartProps<Point> {
  x: (index: number) => number;
  y: (value: number) => number;
  room: number;
}

function Marks<Point>({ points, series, stacked = false, widestBar = Infinity, faded, x, y, room }: MarksProps<Point>) {
  const bars = series.filter(({ mark }) => mark === undefined);
  const beside = stacked ? 1 : Math.max(bars.length, 1);
  const thick = Math.min((room * FILLED) / beside, widestBar);
  return (
    <>
      {series
        .filter(({ mark }) => mark === 'area')
        .map(({ name, color, value }) => {
          const path = points.map((point, index) => `${x(index) + room / 2},${y(value(point))}`).join('L');
          const ends = `L${x(points.length - 1) + room / 2},${y(0)}L${x(0) + room / 2},${y(0)}Z`;
          return (
            <g key={name} fill="none">
              <path d={`M${path}${ends}`} fill={color} fillOpacity={0.12} />
              <path d={`M${path}`} stroke={color} strokeWidth={2} strokeLinejoin="round" />
            </g>
          );
        })}
      {points.map((point, index) => {
        const begin = x(index) + (room - thick * beside) / 2;
        let below = 0;
        return (
          <g key={index} fillOpacity={faded?.(point) ? FADED : 1}>
            {bars.map(({ name, color, value }, place) => {
              const base = stacked ? below : 0;
              below += value(point);
              return (
                <Bar
                  key={name}
                  x={begin + (stacked ? 0 : place * thick)}
                  width={thick}
                  from={y(base)}
                  to={y(base + value(point))}
                  color={color}
                />
              );
            })}
          </g>
        );
      })}
      {series
        .filter(({ mark }) => mark === 'steps')
        .map(({ name, color, value }) => {
          const path = points.map((point, index) => `${x(index)},${y(value(point))}H${x(index + 1)}`).join('L');
          return <path key={name} d={`M${path}`} fill="none" stroke={color} strokeWidth={1.5} />;
        })}
    </>
  );
}

/** Any nonzero value is visible. */
const Bar = ({ x, width, from, to, color }: { x: number; width: number; from: number; to: number; color: string }) =>
  from !== to && <rect x={x} width={width} y={Math.min(from, to)} height={Math.max(1, Math.abs(from - to))} fill={color} />;

interface NoteProps<Point> extends ChartProps<Point> {
  point: Point;
  middle: number;
  leftHalf: boolean;
}

const Note = <Point,>({ series, label, note = label, point, middle, leftHalf }: NoteProps<Point>) => (
  <div
    className="panel pointer-events-none absolute top-1 z-10 px-2 py-1.5 text-xs whitespace-nowrap shadow-md"
    style={{ left: middle, transform: leftHalf ? 'translateX(12px)' : 'translateX(calc(-100% - 12px))' }}
  >
    <p className="font-medium">{note(point)}</p>
    {series.map(({ name, color, value, text }) => (
      <p key={name} className="flex items-center gap-1.5 tabular-nums">
        <span className="size-2 rounded-[2px]" style={{ background: color }} /> {name} {text ? text(point) : value(point)}
      </p>
    ))}
  </div>
);
