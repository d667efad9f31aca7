/** Exact fractions of big integers, against which tests check decimals. */

/** Numerator and positive denominator, not reduced. */
export class Rational {
  constructor(
    readonly over: bigint,
    readonly under = 1n,
  ) {}

  static of(text: string): Rational {
    const [whole = '0', fraction = ''] = text.split('.');
    return new Rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  }

  plus({ over, under }: Rational): Rational {
    return new Rational(this.over * under + over * this.under, this.under * under);
  }

  minus({ over, under }: Rational): Rational {
    return this.plus(new Rational(-over, under));
  }

  times({ over, under }: Rational): Rational {
    return new Rational(this.over * over, this.under * under);
  }

  /** The remainder of the division truncated toward zero. */
  modulo({ over, under }: Rational): Rational {
    return new Rational((this.over * under) % (over * this.under), this.under * under);
  }

  dividedBy({ over, under }: Rational): Rational {
    return over < 0n ? this.times(new Rational(-under, -over)) : this.times(new Rational(under, over));
  }

  /** The digits after the point that are asked for, cut off. */
  toText(places: number): string {
    const unit = 10n ** BigInt(places);
    const digits = (this.over * unit) / this.under;
    const [sign, size] = digits < 0n ? ['-', -digits] : ['', digits];
    return `${sign}${size / unit}.${String(size % unit).padStart(places, '0')}`;
  }

  compare({ over, under }: Rational): number {
    const difference = this.over * under - over * this.under;
    return difference < 0n ? -1 : Number(difference > 0n);
  }

  truncated(): bigint {
    return this.over / this.under;
  }
}

/** Of a fraction with a positive denominator, to a whole number, as each rounding function has it. */
export const ROUNDED: Readonly<Record<string, (value: Rational) => bigint>> = {
  floor: ({ over, under }) => (over - (((over % under) + under) % under)) / under,
  ceil: ({ over, under }) => (over + (((-over % under) + under) % under)) / under,
  trunc: (value) => value.truncated(),
  round: ({ over, under }) => ((over < 0n ? -1n : 1n) * (2n * (over < 0n ? -over : over) + under)) / (2n * under),
};
