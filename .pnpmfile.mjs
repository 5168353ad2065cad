export const hooks = {
  readPackage(manifest) {
    // Its browser bundle is complete: the hundreds of packages it was built from are not needed.
    if (manifest.name === '@scalar/api-reference') manifest.dependencies = {};
    // It writes TypeScript through the JavaScript compiler API, which TypeScript 7 no longer has.
    if (manifest.name === 'openapi-typescript') {
      manifest.peerDependencies = {};
      manifest.dependencies = { ...manifest.dependencies, typescript: '5.9.3' };
    }
    return manifest;
  },
};
