import Foundation

/// A number of pixels.
public typealias vImagePixelCount = UInt
/// A result: `kvImageNoError`, or the reason of a failure.
public typealias vImage_Error = Int
/// Options of a call.
public typealias vImage_Flags = UInt32
/// Success.
public let kvImageNoError: vImage_Error = 0
/// A buffer is larger than its counterpart.
public let kvImageRoiLargerThanInputBuffer: vImage_Error = -21766
/// No options.
public let kvImageNoFlags: vImage_Flags = 0

/// Rows of pixels in memory.
///
/// *Source*: Apple, vImage_Buffer.
@unsafe public struct vImage_Buffer {
    /// The first byte.
    public var data: UnsafeMutableRawPointer!
    /// The number of rows.
    public var height: vImagePixelCount
    /// The number of pixels of a row.
    public var width: vImagePixelCount
    /// The distance of rows, in bytes.
    public var rowBytes: Int

    /// Takes memory that the caller owns.
    public init(data: UnsafeMutableRawPointer!, height: vImagePixelCount, width: vImagePixelCount, rowBytes: Int) {
        unsafe (self.data, self.height, self.width, self.rowBytes) = (data, height, width, rowBytes)
    }

    /// Makes memory, which `free()` releases. Rows begin at multiples of 16 bytes.
    ///
    /// - Throws: nothing; Apple's throws if there is not enough memory.
    public init(width: Int, height: Int, bitsPerPixel: UInt32) throws {
        unsafe rowBytes = (width * Int(bitsPerPixel) / 8 + 15) / 16 * 16
        unsafe (self.width, self.height) = (UInt(width), UInt(height))
        let bytes = unsafe max(16, rowBytes * height)
        unsafe data = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        unsafe data.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }

    /// Releases the memory that `init(width:height:bitsPerPixel:)` made.
    public func free() { unsafe data.deallocate() }
}

/// Converts numbers of 16 bits to numbers of 32.
///
/// *Source*: Apple, vImageConvert_Planar16FtoPlanarF(_:_:_:).
@discardableResult
public func vImageConvert_Planar16FtoPlanarF(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ flags: vImage_Flags
) -> vImage_Error {
    let (from, to) = unsafe (src.pointee, dest.pointee)
    guard unsafe to.width <= from.width && to.height <= from.height else { return kvImageRoiLargerThanInputBuffer }
    let (width, height) = unsafe (Int(to.width), Int(to.height))
    for y in 0..<height {
        let (source, target) = unsafe (from.data + y * from.rowBytes, to.data + y * to.rowBytes)
        for x in 0..<width {
            let value = unsafe source.load(fromByteOffset: x * 2, as: Float16.self)
            unsafe target.storeBytes(of: Float(value), toByteOffset: x * 4, as: Float.self)
        }
    }
    return kvImageNoError
}
