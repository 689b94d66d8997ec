import MicaBase
import Synchronization

/// Pictures that programs drew with OpenGL. They stay on the device until somebody wants their pixels.
///
/// A presented picture is copied into a texture of its own, which is never written again: whoever shows it, however
/// late, shows what was presented. Compositors that draw with OpenGL use it there, once its fence says that it is
/// drawn. Everybody else calls `ImageResource.bitmap()`, which reads it back and lets the device's copy go. The oldest
/// pictures are read back and let go, too, while those that somebody holds take more than the budget: a recording keeps
/// its presents in memory.
///
/// Pictures go to the device once a compositor of this process has drawn an image with hardware, in a context that can
/// use EGL images. Before that, a program's pixels are read when it presents. They are also read then where OpenGL
/// draws on the CPU, or the driver has no EGL images.
package final class DevicePictures: Sendable {
    /// The process's pictures.
    package static let shared = DevicePictures()

    /// The most bytes of pictures that stay on the device while somebody holds them.
    package let budget: Int
    /// The most pictures on the device: each takes names of the driver.
    package static let most = 256

    /// The device that copies and reads pictures. Its context shares no objects with others.
    private static let ownDevice = try? GLDevice(passBudget: 0, imageBudget: 0)

    private let device: @Sendable () -> GLDevice?
    private let entries = Mutex<[Entry]>([])
    private let use: Atomic<Use>
    private let readCount = Atomic(0)

    private enum Use: Int, AtomicRepresentable {
        /// No compositor wants pictures yet; a compositor does; the driver failed at making one.
        case unwanted, wanted, refused
    }

    /// A picture that somebody may hold.
    private struct Entry {
        weak var resource: ImageResource?
        weak var picture: GLImage?
        var bytes: Int
    }

    /// - Parameters:
    ///   - budget: how many bytes of pictures stay on the device.
    ///   - isWanted: whether pictures go to the device before a compositor has asked for it.
    package convenience init(budget: Int = 128 << 20, isWanted: Bool = false) {
        self.init(budget: budget, isWanted: isWanted) { Self.ownDevice }
    }

    init(budget: Int, isWanted: Bool, device: @escaping @Sendable () -> GLDevice?) {
        (self.budget, self.device) = (budget, device)
        use = Atomic(isWanted ? .wanted : .unwanted)
    }

    /// How many pictures were read back so far.
    package var reads: Int { readCount.load(ordering: .relaxed) }

    /// Makes later pictures go to the device: a compositor can show them there.
    func want() {
        _ = use.compareExchange(expected: .unwanted, desired: .wanted, ordering: .relaxed)
    }

    /// Copies a renderbuffer of a program, with four channels of 8 bits and rows from the bottom up. The program's
    /// context is the thread's current one before and after.
    ///
    /// - Parameter isOpaque: whether colours are shown whatever their alpha. If not, a colour above its alpha is
    ///   lowered to it.
    /// - Returns: the picture. *nil when* pictures do not go to the device, or the driver cannot copy it: then the
    ///   caller reads the pixels.
    package func image(
        ofRenderbuffer name: UInt32, in program: GLProgramContext, width: Int, height: Int, isOpaque: Bool
    ) -> ImageResource? {
        guard use.load(ordering: .relaxed) == .wanted, let device = device(), device.takesImages,
            max(width, height) <= device.mostTexels,
            let drawn = GLImage(renderbuffer: name, of: program, width: width, height: height)
        else { return nil }
        var copy: GLImage?
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in copy = try state.copy(drawn, isOpaque: isOpaque) }
        } catch {
            use.store(.refused, ordering: .relaxed)
            copy = nil
        }
        guard let picture = copy else { return nil }
        // Makes the program's next drawing wait for the copy.
        picture.wait()
        let resource = ImageResource(width: width, height: height, isOpaque: isOpaque, source: picture) {
            self.read(picture, device)
        }
        for old in keep(resource, picture) { _ = old.bitmap() }
        return resource
    }

    /// Notes a picture; returns those that have to be read back and let go, the oldest first.
    private func keep(_ resource: ImageResource, _ picture: GLImage) -> [ImageResource] {
        entries.withLock { entries in
            entries.removeAll { $0.picture == nil }
            entries.append(Entry(resource: resource, picture: picture, bytes: picture.width * picture.height * 4))
            var bytes = entries.reduce(0) { $0 + $1.bytes }
            var old: [ImageResource] = []
            while entries.count > 1, bytes > budget || entries.count > Self.most {
                let first = entries.removeFirst()
                bytes -= first.bytes
                if let resource = first.resource { old.append(resource) }
            }
            return old
        }
    }

    /// The pixels of a picture; transparent where the picture was lost with its context.
    private func read(_ picture: GLImage, _ device: GLDevice) -> Bitmap {
        readCount.wrappingAdd(1, ordering: .relaxed)
        var bitmap = Bitmap(width: picture.width, height: picture.height)
        do throws(GLRefusal) {
            try device.draw { (state) throws(GLRefusal) in
                guard let texture = state.context.texture(of: picture) else { return }
                defer { state.context.delete(texture) }
                try state.context.target(texture)
                state.context.read(
                    x: 0, y: 0, width: picture.width, height: picture.height, into: &bitmap.pixels, at: 0,
                    stride: picture.width)
            }
        } catch {
            return Bitmap(width: picture.width, height: picture.height)
        }
        return bitmap
    }
}

extension DrawingState {
    /// Copies a renderbuffer of a program into a texture with a bitmap's order of rows and channels; gives the texture
    /// as an image.
    fileprivate func copy(_ drawn: GLImage, isOpaque: Bool) throws(GLRefusal) -> GLImage {
        guard let source = context.texture(of: drawn) else {
            throw GLRefusal(reason: "the driver does not look up renderbuffers")
        }
        defer { context.delete(source) }
        let target = try context.makeTexture(.words, width: drawn.width, height: drawn.height)
        defer { context.delete(target) }
        let program = try program(.turned)
        try context.target(target)
        context.scissor(x: 0, y: 0, width: target.width, height: target.height)
        let whole = DeviceRect(minX: 0, minY: 0, maxX: target.width, maxY: target.height)
        let instances = [Instance(whole, color: SIMD4(0, 0, 0, isOpaque ? 1 : 0))]
        context.draw(
            instances.span, program: program, blend: .replace, textures: SIMD8(0, 0, source.name, 0, 0, 0, 0, 0))
        guard let image = context.image(of: target) else {
            throw GLRefusal(reason: "the driver gives no image of a texture")
        }
        return image
    }
}

extension Program {
    /// Copies a texture with its rows reversed, and blue and red exchanged: from a program's renderbuffer to a bitmap's
    /// order, or from that to a window's. The alpha becomes at least the alpha of the instance's colour, and no channel
    /// exceeds it.
    static let turned = Program(
        main: """
            uniform sampler2D u2;
            out vec4 result;
            void main() {
                ivec2 at = ivec2(gl_FragCoord.xy);
                vec4 drawn = texelFetch(u2, ivec2(at.x, uTarget.y - 1 - at.y), 0);
                float alpha = max(drawn.a, vColor.a);
                result = vec4(min(drawn.rgb, alpha), alpha).bgra;
            }
            """)
}
