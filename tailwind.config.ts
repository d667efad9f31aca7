/** The names of the design's colours and sizes; their values for light and dark are in src/styles/globals.css. */
import type { Config } from 'tailwindcss';

const token = (name: string): string => `var(--${name})`;
const tone = (name: string) => ({ DEFAULT: token(name), soft: token(`${name}-soft`) });

export default {
  content: ['./src/app/**/*.tsx', './src/components/**/*.tsx'],
  darkMode: 'class',
  theme: {
    extend: {
      colors: {
        canvas: token('canvas'),
        surface: token('surface'),
        sunken: token('sunken'),
        line: { DEFAULT: token('line'), strong: token('line-strong') },
        ink: { DEFAULT: token('ink'), soft: token('ink-soft'), faint: token('ink-faint') },
        accent: { ...tone('accent'), ink: token('accent-ink') },
        success: tone('success'),
        warning: tone('warning'),
        danger: { ...tone('danger'), ink: token('danger-ink') },
        info: tone('info'),
        sandbox: { DEFAULT: token('sandbox'), ink: token('sandbox-ink') },
      },
      fontFamily: {
        sans: ['ui-sans-serif', 'system-ui', '-apple-system', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'Arial', 'sans-serif'],
        mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'Liberation Mono', 'monospace'],
      },
      borderRadius: { control: '6px', panel: '8px' },
    },
  },
} satisfies Config;
