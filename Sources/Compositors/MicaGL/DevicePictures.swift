import MicaGeometry
import MicaResources
import Synchronization

/// Pictures that programs drew with OpenGL, on the device for as long as nobody wants their pixels.
///
/// What a program presents is copied there into a texture of its own, which is never written again: whoever shows it, however late, shows
/// what was presented. Compositors that draw with OpenGL look it up there, once its fence says that it is drawn; everybody else's
/// `ImageResource.bitmap()` reads it back, and then it is let go. So are the oldest where all that somebody still has are more than the
/// budget: a recording keeps its presents in memory.
///
/// It is done where a compositor of the same process has drawn an image with hardware, in a context that can have such pictures; before that
/// a program's pixels are read when it presents, as they are where the processor draws for OpenGL, or the driver has no EGLImages.
package final class DevicePictures: Sendable {
    /// The process's.
    package static let shared = DevicePictures()

    /// The most bytes of pictures that somebody has and that stay on the device.
    package let budget: Int
    /// The most of them: each has names of the driver's.
    package static let most = 256

    /// What copies and reads them: a context that shares no objects with others.
    private static let ownDevice = try? GLDevice(passBudget: 0, imageBudget: 0)

    private let device: @Sendable () -> GLDevice?
    private let entries = Mutex<[Entry]>([])
    private let use: Atomic<Use>
    private let readCount = Atomic(0)

    private enum Use: Int, AtomicRepresentable {
        /// No compositor wants them yet; one does; the driver does not do what it says.
        case unwanted, wanted, refused
    }

    /// A picture that somebody may have.
    private struct Entry {
        weak var resource: ImageResource?
        weak var picture: GLImage?
        var bytes: Int
    }

    /// Makes a place for pictures.
    ///
    /// - Parameters:
    ///   - budget: how many bytes stay on the device.
    ///   - isWanted: whether pictures go there before a compositor was seen that can have them.
    package convenience init(budget: Int = 128 << 20, isWanted: Bool = false) {
        self.init(budget: budget, isWanted: isWanted) { Self.ownDevice }
    }

    init(budget: Int, isWanted: Bool, device: @escaping @Sendable () -> GLDevice?) {
        (self.budget, self.device) = (budget, device)
        use = Atomic(isWanted ? .wanted : .unwanted)
    }

    /// How often a picture was read back, so far.
    package var reads: Int { readCount.load(ordering: .relaxed) }

    /// Has pictures go to the device from now on: a compositor can show them there.
    func want() {
        _ = use.compareExchange(expected: .unwanted, desired: .wanted, ordering: .relaxed)
    }

    /// Copies what a program has drawn into a renderbuffer of four times 8 bits, which goes from the bottom up; the thread's current context is
    /// the program's, before and after.
    ///
    /// - Parameter isOpaque: whether colours are shown whatever their alpha; else those above it are lowered to it.
    /// - Returns: nil where that is not wanted, or the driver cannot do it: then it is to be read.
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
        // What the program draws next comes after the copy.
        picture.wait()
        let resource = ImageResource(width: width, height: height, isOpaque: isOpaque, source: picture) {
            self.read(picture, device)
        }
        for old in keep(resource, picture) { _ = old.bitmap() }
        return resource
    }

    /// Notes a picture; gives those that are to be read back and let go, the oldest first.
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

    /// The pixels of a picture; transparent ones where its context was lost with it.
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
    /// Copies what a program drew into a texture as bitmaps are, and gives that as an image.
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
    /// A texture with its rows the other way round, and blue and red: what a program drew as pixels of bitmaps, or those in a window. Alpha is at
    /// least that of the instance's colour, and no channel is above it.
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
