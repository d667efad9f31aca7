/** Draws the icons of badges. */
import { Award, Coffee, Crown, Flame, Gift, Heart, Leaf, Medal, Rocket, Star, Trophy, Zap, type LucideIcon } from 'lucide-react';
import type { Challenge } from '@/contract/challenge';

export type BadgeIconName = NonNullable<Challenge['badge']>['icon'];

const ICONS: Readonly<Record<BadgeIconName, LucideIcon>> = {
  award: Award,
  coffee: Coffee,
  crown: Crown,
  flame: Flame,
  gift: Gift,
  heart: Heart,
  leaf: Leaf,
  medal: Medal,
  rocket: Rocket,
  star: Star,
  trophy: Trophy,
  zap: Zap,
};

export function BadgeIcon({ icon, className }: { icon: BadgeIconName; className?: string }) {
  const Icon = ICONS[icon];
  return <Icon aria-hidden className={className} />;
}
