/// Sums of coverage many levels at a time, beside the loop of `GlyphCoverage.add(to:of:x:y:)`: the same levels in fewer
/// steps. Letters are about as wide as a step.
extension GlyphCoverage {
    /// Adds the first levels of a row, at most to full coverage. Returns how many it has added.
    ///
    /// - Precondition: both buffers have `count` levels from the given places on.
    static func addAtOnce(
        _ levels: UnsafeBufferPointer<UInt8>, _ from: Int, to sum: UnsafeMutableBufferPointer<UInt8>, _ to: Int,
        count: Int
    ) -> Int {
        guard let levels = unsafe UnsafeRawPointer(levels.baseAddress),
            let sum = UnsafeMutableRawPointer(sum.baseAddress)
        else { return 0 }
        var done = 0
        while done + 16 <= count {
            let old = unsafe sum.loadUnaligned(fromByteOffset: to + done, as: SIMD16<UInt8>.self)
            var new = unsafe old &+ levels.loadUnaligned(fromByteOffset: from + done, as: SIMD16<UInt8>.self)
            new.replace(with: 255, where: new .< old)
            unsafe sum.storeBytes(of: new, toByteOffset: to + done, as: SIMD16<UInt8>.self)
            done += 16
        }
        if done + 8 <= count {
            let old = unsafe sum.loadUnaligned(fromByteOffset: to + done, as: SIMD8<UInt8>.self)
            var new = unsafe old &+ levels.loadUnaligned(fromByteOffset: from + done, as: SIMD8<UInt8>.self)
            new.replace(with: 255, where: new .< old)
            unsafe sum.storeBytes(of: new, toByteOffset: to + done, as: SIMD8<UInt8>.self)
            done += 8
        }
        return done
    }
}
