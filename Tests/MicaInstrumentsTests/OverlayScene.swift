import CoreGraphics
import Foundation
import Mica
import QuartzCore

/// One scene that has something for each debug option, and for each a layer that must stay as it is.
struct OverlayScene {
    let renderer: LayerRenderer
    let root = CALayer()
    /// The layers by their names.
    private(set) var layers: [String: CALayer] = [:]

    init(scale: CGFloat = 1) {
        root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
        root.backgroundColor = CGColor(gray: 1, alpha: 1)
        renderer = LayerRenderer(layer: root, scale: scale, threads: 1)
        box("opaque", CGRect(x: 10, y: 10, width: 40, height: 30), alpha: 1)
        box("translucent", CGRect(x: 40, y: 20, width: 40, height: 30), alpha: 0.5)
        box("round", CGRect(x: 90, y: 10, width: 40, height: 30), alpha: 1).cornerRadius = 8
        image("exact", Self.picture(.native), CGRect(x: 140, y: 10, width: 24, height: 24))
        image("stretched", Self.picture(.native), CGRect(x: 170, y: 10, width: 36, height: 24))
        image("between", Self.picture(.native), CGRect(x: 210.5, y: 10.25, width: 24, height: 24))
        image("swapped", Self.picture(.swapped), CGRect(x: 10, y: 60, width: 24, height: 24))
        image("deep", Self.picture(.deep), CGRect(x: 40, y: 60, width: 24, height: 24))
        image("gray", Self.picture(.gray), CGRect(x: 70, y: 60, width: 24, height: 24))
        image("alpha", Self.picture(.alpha), CGRect(x: 100, y: 60, width: 24, height: 24))
        let shadow = box("shadow", CGRect(x: 140, y: 60, width: 30, height: 24), alpha: 1)
        shadow.shadowOpacity = 0.5
        shadow.cornerRadius = 4
        box("inner", CGRect(x: 0, y: 0, width: 40, height: 24), alpha: 1, in: shadow)
        let group = box("group", CGRect(x: 190, y: 60, width: 40, height: 30), alpha: 1)
        group.opacity = 0.6
        box("member", CGRect(x: 10, y: 10, width: 20, height: 30), alpha: 1, in: group)
        for (index, name) in ["still", "changing"].enumerated() {
            let layer = box(name, CGRect(x: 10 + 60 * index, y: 110, width: 40, height: 30), alpha: 1)
            layer.shouldRasterize = true
            layer.rasterizationScale = scale
            box("\(name) inner", CGRect(x: 5, y: 5, width: 10, height: 10), alpha: 1, in: layer)
        }
        let spin = CABasicAnimation(keyPath: "position.x")
        (spin.fromValue, spin.toValue, spin.duration) = (10, 30, 2)
        layers["changing inner"]?.add(spin, forKey: "move")
        let mover = box("mover", CGRect(x: 140, y: 110, width: 20, height: 20), alpha: 1)
        renderer.schedule(at: 1) {
            CATransaction.setDisableActions(true)
            mover.position.x += 30
        }
        renderer.schedule(at: 1.005) {
            CATransaction.setDisableActions(true)
            mover.position.y += 15
        }
    }

    /// The pixels within a layer's frame, inset so that edges do not count.
    func rect(_ name: String) -> CGRect { (layers[name]?.frame ?? .zero).insetBy(dx: 6, dy: 6).integral }

    @discardableResult
    private mutating func box(_ name: String, _ frame: CGRect, alpha: CGFloat, in owner: CALayer? = nil) -> CALayer {
        let layer = CALayer()
        layer.name = name
        layer.frame = frame
        layer.backgroundColor = CGColor(srgbRed: 0.3, green: 0.4, blue: owner == nil ? 0.5 : 0.9, alpha: alpha)
        (owner ?? root).addSublayer(layer)
        layers[name] = layer
        return layer
    }

    private mutating func image(_ name: String, _ picture: CGImage?, _ frame: CGRect) {
        let layer = CALayer()
        layer.name = name
        layer.frame = frame
        layer.contents = picture
        root.addSublayer(layer)
        layers[name] = layer
    }

    enum Format { case native, swapped, deep, gray, alpha }

    /// A picture of 24 x 24 pixels in stripes.
    static func picture(_ format: Format) -> CGImage? {
        let side = 24
        let (bits, components, info, space): (Int, Int, UInt32, CGColorSpace) =
            switch format {
            case .native:
                (
                    8, 4, CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
                    CGColorSpaceCreateDeviceRGB()
                )
            case .alpha:
                (
                    8, 4, CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
                    CGColorSpaceCreateDeviceRGB()
                )
            case .swapped: (8, 4, CGImageAlphaInfo.noneSkipLast.rawValue, CGColorSpaceCreateDeviceRGB())
            case .deep: (16, 4, CGImageAlphaInfo.noneSkipLast.rawValue, CGColorSpaceCreateDeviceRGB())
            case .gray: (8, 1, CGImageAlphaInfo.none.rawValue, CGColorSpaceCreateDeviceGray())
            }
        var bytes: [UInt8] = []
        for _ in 0..<side {
            for x in 0..<side {
                for component in 0..<components {
                    let value = UInt8(x / 4 % 2 == 0 ? 90 + 30 * component : 180)
                    bytes += Array(repeating: component == 3 ? 255 : value, count: bits / 8)
                }
            }
        }
        // Of the picture with alpha one corner can be seen through.
        if format == .alpha { for index in 0..<16 { bytes[index] = 0 } }
        guard let provider = CGDataProvider(data: Data(bytes) as CFData) else { return nil }
        return unsafe CGImage(
            width: side, height: side, bitsPerComponent: bits, bitsPerPixel: bits * components,
            bytesPerRow: side * components * bits / 8, space: space, bitmapInfo: CGBitmapInfo(rawValue: info),
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}
