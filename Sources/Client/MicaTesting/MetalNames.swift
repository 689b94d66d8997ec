import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

// Linux has no Metal device. Sources that ask for one, as Apple's machines without Metal answer, get nil, and take
// their way without Metal; what only exists with a device has a type here, and nothing can make or call it.

/// A graphics processor of Metal. Nothing is one on Linux.
public protocol MTLDevice: AnyObject {}
/// Commands for a graphics processor. Nothing is one on Linux.
public protocol MTLCommandBuffer: AnyObject {}

/// The system's graphics processor: nil on Linux.
public func MTLCreateSystemDefaultDevice() -> (any MTLDevice)? { nil }
/// Whether Metal's shaders for pictures run on a device; no device exists that could be asked about.
public func MPSSupportsMTLDevice(_ device: (any MTLDevice)?) -> Bool { false }

/// A comparison of a texture's values with a threshold, on a graphics processor, of which Linux has none.
public final class MPSImageThresholdBinary {
    /// Takes a device, and what to compare with.
    public init(
        device: any MTLDevice, thresholdValue: Float, maximumValue: Float,
        linearGrayColorTransform: UnsafePointer<Float>?
    ) {}

    /// Adds the comparison to a device's commands.
    public func encode(
        commandBuffer: any MTLCommandBuffer, sourceTexture: any MTLTexture, destinationTexture: any MTLTexture
    ) {}
}

/// A picture that a kernel reads.
public protocol CIImageProcessorInput {
    /// Its texture.
    var metalTexture: (any MTLTexture)? { get }
}

/// A picture that a kernel writes.
public protocol CIImageProcessorOutput {
    /// Its texture.
    var metalTexture: (any MTLTexture)? { get }
    /// The commands that write it.
    var metalCommandBuffer: (any MTLCommandBuffer)? { get }
}

/// A program's own filter on a graphics processor.
open class CIImageProcessorKernel: NSObject {
    /// There is no graphics processor for the kernel.
    public struct NoDevice: Error, CustomStringConvertible {
        /// The reason.
        public var description: String { "a Core Image kernel needs a Metal device, and Linux has none" }
    }

    /// Runs the kernel on textures; subclasses override it. Nothing calls it without a device.
    open class func process(
        with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
    ) throws {}

    /// The picture that the kernel makes of others.
    ///
    /// - Throws: `NoDevice`, always.
    open class func apply(
        withExtent extent: CGRect, inputs: [CIImage]?, arguments args: [String: Any]?
    ) throws -> CIImage {
        throw NoDevice()
    }
}
