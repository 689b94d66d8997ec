import MicaRaster

/// The kernels of MicaRaster on whole arrays. A renderer's arrays are fields of one structure, and two spans of one
/// structure cannot be held at a time.
extension [UInt32] {
    mutating func fill(_ pixel: UInt32, start: Int, count: Int) {
        var span = mutableSpan
        span.fill(pixel, start: start, count: count)
    }

    mutating func copy(_ source: [UInt32], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.copy(source.span, first: first, start: start, count: count)
    }

    mutating func interpolate(towards source: [UInt32], fraction: UInt32, count: Int) {
        var span = mutableSpan
        span.interpolate(towards: source.span, fraction: fraction, count: count)
    }
}

extension [UInt8] {
    mutating func fill(_ value: UInt8, start: Int, count: Int) {
        var span = mutableSpan
        span.fill(value, start: start, count: count)
    }

    mutating func copy(_ source: [UInt8], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.copy(source.span, first: first, start: start, count: count)
    }

    mutating func multiply(by value: UInt8, start: Int, count: Int) {
        var span = mutableSpan
        span.multiply(by: value, start: start, count: count)
    }

    mutating func multiply(by source: [UInt8], first: Int, start: Int, count: Int) {
        var span = mutableSpan
        span.multiply(by: source.span, first: first, start: start, count: count)
    }

    mutating func multiply(by source: [UInt8], at start: Int, first: Int, count: Int) {
        var span = mutableSpan
        span.multiply(by: source.span, first: first, start: start, count: count)
    }
}
