// Started from the root of the repository, where the packages are.
const root = process.cwd();

export default { outputFileTracingRoot: root, turbopack: { root }, serverExternalPackages: ['pg'] };
