/** How the pages are built; everything that is a setting of the running service is in src/env.ts. */

/** @type {import('next').NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  turbopack: { root: import.meta.dirname },
  // `npm run typecheck`, the first stage of the tests, checks the whole tree; a build would check it again, for longer than it builds.
  typescript: { ignoreBuildErrors: true },
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
    // Public facts about where to sign in, for assistants that run in a page of their own.
    { source: '/.well-known/:path*', headers: [{ key: 'Access-Control-Allow-Origin', value: '*' }] },
  ],
  // The addresses that RFC 8414 and RFC 9728 make of an issuer and a resource with a path.
  rewrites: async () => [
    { source: '/.well-known/oauth-authorization-server/api/auth', destination: '/api/auth/.well-known/oauth-authorization-server' },
    { source: '/.well-known/oauth-protected-resource/:path*', destination: '/mcp/metadata' },
  ],
};

export default config;
