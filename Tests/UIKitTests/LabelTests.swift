import MicaEvents
import MicaScripts
import Testing

import UIKit
@testable import UIKitCore

@MainActor @Suite struct LabelTests {
    @Test("A label is as wide as its text and as high as its lines, in whole pixels")
    func sizes() {
        let label = UILabel()
        #expect(label.intrinsicContentSize == .zero && !label.isUserInteractionEnabled)
        #expect(label.font.pointSize == 17 && label.numberOfLines == 1 && label.lineBreakMode == .byTruncatingTail)
        label.text = "Core Animation"
        let size = label.intrinsicContentSize
        #expect(size.width > 100 && size.width < 130 && size.height >= label.font.lineHeight)
        #expect((size.width * 2).rounded() == size.width * 2 && (size.height * 2).rounded() == size.height * 2)
        label.sizeToFit()
        #expect(label.bounds.size == size)
        label.font = UIFont.systemFont(ofSize: 34)
        #expect(abs(label.intrinsicContentSize.width - 2 * size.width) <= 2)
    }

    @Test("Lines break at the width, and no more are there than is said")
    func lines() {
        let label = UILabel()
        label.text = "one two three four five six seven eight nine ten"
        label.numberOfLines = 0
        let line = label.font.lineHeight
        let all = label.sizeThatFits(CGSize(width: 100, height: 1000))
        #expect(all.width <= 100 && all.height > 3 * line)
        label.numberOfLines = 2
        let two = label.sizeThatFits(CGSize(width: 100, height: 1000))
        #expect(two.height < all.height && two.height >= 2 * line - 1 && two.height < 3 * line)
    }

    @Test("A plain text ends an attributed one, whose gaps have the label's style")
    func attributed() {
        let label = UILabel()
        label.attributedText = NSAttributedString(string: "wide", attributes: [.font: UIFont.systemFont(ofSize: 40)])
        #expect(label.text == "wide")
        let wide = label.intrinsicContentSize.width
        label.text = "wide"
        #expect(label.intrinsicContentSize.width < wide / 2 + 1)
    }
}

@MainActor @Suite struct ImageViewTests {
    private func square(_ color: UIColor) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: 4, height: 6)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 6))
        }
    }

    @Test("An image view has its picture's size and pixels; a template is drawn in the tint's colour")
    func pictures() throws {
        let view = UIImageView(image: square(.red))
        #expect(view.frame.size == CGSize(width: 4, height: 6) && view.intrinsicContentSize == view.frame.size)
        #expect(view.layer.contents != nil && !view.isUserInteractionEnabled)
        view.contentMode = .scaleAspectFit
        #expect(view.layer.contentsGravity == .resizeAspect)
        view.image = square(.red).withRenderingMode(.alwaysTemplate)
        view.tintColor = .green
        let context = try #require(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        let picture = try #require(view.layer.contents as? CGImage)
        context.draw(picture, in: CGRect(x: 0, y: 0, width: 1, height: 1))
        let data = try #require(context.data)
        let bytes = (0..<4).map { unsafe data.load(fromByteOffset: $0, as: UInt8.self) }
        #expect(bytes == [0, 255, 0, 255])
    }

    @Test("Pictures one after another take a thirtieth of a second each, for ever")
    func film() throws {
        let view = UIImageView()
        view.startAnimating()
        #expect(!view.isAnimating)
        view.animationImages = [square(.red), square(.green), square(.blue)]
        view.startAnimating()
        let film = try #require(
            view.layer.animation(forKey: view.layer.animationKeys()?.first ?? "") as? CAKeyframeAnimation)
        #expect(abs(film.duration - 0.1) < 1e-12 && film.repeatCount == .infinity && film.calculationMode == .discrete)
        view.stopAnimating()
        #expect(!view.isAnimating)
    }
}

@MainActor @Suite(.serialized) struct HostedViewTests {
    @Test("A view hierarchy is shown by a window without a screen, drawn views and labels among it")
    func picture() throws {
        final class Disc: UIView {
            override func draw(_ rect: CGRect) {
                UIColor.orange.setFill()
                UIBezierPath(ovalIn: bounds).fill()
            }
        }
        let host = ScriptedWindow(size: CGSize(width: 200, height: 120), scale: 2, threads: 1)
        let window = UIWindow(host: host)
        window.backgroundColor = .white
        let disc = Disc(frame: CGRect(x: 10, y: 10, width: 40, height: 40))
        disc.backgroundColor = .clear
        let label = UILabel(frame: CGRect(x: 60, y: 10, width: 130, height: 40))
        label.text = "A label that is cut"
        label.textColor = .blue
        let many = UILabel(frame: CGRect(x: 10, y: 60, width: 180, height: 50))
        many.numberOfLines = 0
        many.textAlignment = .center
        many.backgroundColor = UIColor(white: 0.9, alpha: 1)
        many.text = "Several lines, in the middle of the height and of the width"
        for view in [disc, label, many] { window.addSubview(view) }
        window.makeKeyAndVisible()
        host.advance(to: 0.1)
        if let path = ProcessInfo.processInfo.environment["MICA_PICTURE"] { try host.write(to: path) }
        let image = host.image
        #expect(image.width == 400 && image.height == 240)
        let context = try #require(
            CGContext(
                data: nil, width: 400, height: 240, bitsPerComponent: 8, bytesPerRow: 1600,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.draw(image, in: CGRect(x: 0, y: 0, width: 400, height: 240))
        let data = try #require(context.data)
        func pixel(_ x: Int, _ y: Int) -> [UInt8] {
            (0..<3).map { unsafe data.load(fromByteOffset: (y * 400 + x) * 4 + $0, as: UInt8.self) }
        }
        #expect(pixel(60, 60) == [255, 128, 0])
        #expect(pixel(22, 22) == [255, 255, 255])
        #expect(pixel(24, 124) == [230, 230, 230])
        // Letters are there, within the label's frame and nowhere beside it.
        let blue = (100..<400).flatMap { x in (20..<100).map { (x, $0) } }.filter { pixel($0.0, $0.1)[0] < 128 }
        #expect(blue.count > 200 && blue.allSatisfy { $0.0 >= 120 && $0.0 < 380 })
    }

    @Test("A layer may have its view draw on another thread, as tiled layers do")
    func otherThread() async {
        final class Probe: UIView {
            // Safe because: one thread draws, and the test waits for it before it looks.
            nonisolated(unsafe) var drawings = 0
            override func draw(_ layer: CALayer, in ctx: CGContext) { unsafe drawings += 1 }
        }
        let view = Probe()
        // Safe because: the test waits while the other thread uses them.
        nonisolated(unsafe) let (delegate, layer) = (view.layer.delegate, view.layer)
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                if let context = CGContext(
                    data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 4,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
                {
                    unsafe delegate?.draw(layer, in: context)
                }
                done.resume()
            }
        }
        #expect(unsafe view.drawings == 1)
    }

    @Test("A snapshot shows what the view does")
    func snapshot() throws {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.backgroundColor = .red
        let copy = try #require(view.snapshotView(afterScreenUpdates: true))
        #expect(copy.bounds.size == view.bounds.size && copy.layer.contents != nil)
        #expect(UIView().snapshotView(afterScreenUpdates: true) == nil)
        #expect(!view.drawHierarchy(in: view.bounds, afterScreenUpdates: true))
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image { _ in
            #expect(view.drawHierarchy(in: view.bounds, afterScreenUpdates: true))
        }
        #expect(drawn.cgImage != nil)
    }

    @Test("An archived view comes back with what is in it")
    func archive() throws {
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
        view.tag = 7
        view.alpha = 0.5
        view.autoresizingMask = [.flexibleWidth]
        view.backgroundColor = .red
        view.addSubview(UIImageView(frame: CGRect(x: 0, y: 0, width: 3, height: 3)))
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        view.encode(with: archiver)
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        reader.requiresSecureCoding = false
        let copy = try #require(UIView(coder: reader))
        #expect(copy.frame == view.frame && copy.tag == 7 && copy.alpha == 0.5)
        #expect(copy.autoresizingMask == [.flexibleWidth] && copy.backgroundColor == .red)
        #expect(
            copy.subviews.count == 1 && copy.subviews.first is UIImageView && copy.subviews.first?.superview === copy)
    }

    @Test("Strings are measured and drawn with attributes, as a label does it")
    func strings() {
        let font = UIFont.systemFont(ofSize: 20)
        let text = NSString(string: "Rating (12)")
        let size = text.size(withAttributes: [.font: font])
        let label = UILabel()
        (label.font, label.text) = (font, "Rating (12)")
        let fitted = label.intrinsicContentSize
        let pixel = 1 / label.contentScaleFactor
        #expect(fitted.width - size.width >= 0 && fitted.width - size.width < pixel)
        #expect(fitted.height - size.height >= 0 && fitted.height - size.height < pixel)
        let line = text.boundingRect(with: .zero, attributes: [.font: font], context: nil)
        #expect(line.size == size && line.minY < 0 && line.maxY > 0)
        let drawing = NSStringDrawingContext()
        let lines = text.boundingRect(
            with: CGSize(width: size.width * 0.7, height: 1000), options: .usesLineFragmentOrigin,
            attributes: [.font: font], context: drawing)
        #expect(lines.minY == 0 && lines.height > 1.9 * size.height && lines.width <= size.width * 0.7)
        #expect(drawing.totalBounds == lines)
        #expect(NSString(string: "").size(withAttributes: [.font: font]) == .zero)

        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 200, height: 40), format: format).image { _ in
            text.draw(at: CGPoint(x: 30, y: 5), withAttributes: [.font: font, .foregroundColor: UIColor.red])
        }
        guard let image = picture.cgImage, let data = image.dataProvider?.data else {
            Issue.record("there is no picture")
            return
        }
        let bytes = [UInt8](data)
        var inked: [(x: Int, y: Int)] = []
        for y in 0..<40 {
            for x in 0..<200 where bytes[y * image.bytesPerRow + x * 4 + 3] > 128 { inked.append((x, y)) }
        }
        #expect(inked.count > 150)
        #expect(inked.allSatisfy { $0.x >= 29 && CGFloat($0.x) <= 31 + size.width && $0.y >= 5 })
        #expect(inked.allSatisfy { CGFloat($0.y) <= 6 + size.height })
    }

    @Test("Styles have the sizes of Apple's guidelines")
    func styles() {
        #expect(UIFont.preferredFont(forTextStyle: .body) == UIFont.systemFont(ofSize: 17))
        #expect(UIFont.preferredFont(forTextStyle: .footnote).pointSize == 13)
        #expect(UIFont.preferredFont(forTextStyle: .largeTitle).pointSize == 34)
        #expect(UIFont.preferredFont(forTextStyle: .headline) == UIFont.boldSystemFont(ofSize: 17))
    }
}
