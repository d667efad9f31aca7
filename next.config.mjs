/** How the pages are built; everything that is a setting of the running service is in src/env.ts. */

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  turbopack: { root: import.meta.dirname },
  // Loaded from node_modules, once, by the pages and by the server entry alike.
  serverExternalPackages: ['pg', 'pino', 'pino-pretty', 'prom-client', 'undici', '@prisma/client', '@prisma/adapter-pg'],
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'X-Frame-Options', value: 'DENY' },
        { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
      ],
    },
  ],
};

export default config;
