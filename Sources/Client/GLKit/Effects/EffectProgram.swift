import MicaTrace
import OpenGLES

/// The properties of an effect that its program depends on. All others are uniforms.
struct EffectOptions: Hashable, Sendable {
    /// The indices of the enabled lights.
    var lights: [Int] = []
    var isPerPixel = false
    var isTwoSided = false
    /// Whether the vertex's colour replaces the material's ambient and diffuse colours.
    var usesColorMaterial = false
    /// The textures in order: the index of each, and its mode.
    var textures: [Texture] = []
    var fog: GLKFogMode?

    struct Texture: Hashable, Sendable {
        var unit: Int
        var mode: GLKTextureEnvMode
    }
}

/// A program that lights, textures and fogs as OpenGL ES 1.1. Its shaders are generated for a set of options.
///
/// *Source*: Khronos, OpenGL ES 1.1.12, 2.12 (lighting), 3.7.12 (texture environments), 3.8 (fog).
final class EffectProgram: Sendable {
    let name: GLuint
    private let locations: [String: GLint]

    /// Compiles and links the program in the current context. If the driver rejects it, the name is 0, with a notice.
    init(_ options: EffectOptions) {
        let name = glCreateProgram()
        for (kind, text) in [
            (GL_VERTEX_SHADER, Self.vertexShader(options)), (GL_FRAGMENT_SHADER, Self.fragmentShader(options)),
        ] {
            let shader = glCreateShader(GLenum(kind))
            unsafe text.withCString { text in
                var text: UnsafePointer<GLchar>? = unsafe text
                unsafe glShaderSource(shader, 1, &text, nil)
            }
            glCompileShader(shader)
            glAttachShader(name, shader)
            glDeleteShader(shader)
        }
        for (index, attribute) in ["position", "normal", "color", "texCoord0", "texCoord1"].enumerated() {
            unsafe glBindAttribLocation(name, GLuint(index), attribute)
        }
        glLinkProgram(name)
        var isLinked: GLint = 0
        unsafe glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked != 0 else {
            var words = [GLchar](repeating: 0, count: 1_024)
            unsafe glGetProgramInfoLog(name, GLsizei(words.count), nil, &words)
            let reason = String(decoding: words.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            Notices.shared.say("GLKBaseEffect's program is refused: \(reason)", from: "GLKit")
            glDeleteProgram(name)
            (self.name, locations) = (0, [:])
            return
        }
        self.name = name
        var count: GLint = 0, locations: [String: GLint] = [:]
        unsafe glGetProgramiv(name, GLenum(GL_ACTIVE_UNIFORMS), &count)
        for i in 0..<max(count, 0) {
            var text = [GLchar](repeating: 0, count: 128), size: GLint = 0, type: GLenum = 0
            unsafe glGetActiveUniform(name, GLuint(i), GLsizei(text.count), nil, &size, &type, &text)
            let uniform = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            locations[uniform] = unsafe glGetUniformLocation(name, uniform)
        }
        self.locations = locations
    }

    /// Sets a uniform of the current program, if it has one of this name.
    func set(_ uniform: String, _ value: Float) { if let at = locations[uniform] { glUniform1f(at, value) } }
    /// Sets a uniform of the current program, if it has one of this name.
    func set(_ uniform: String, _ value: Int) { if let at = locations[uniform] { glUniform1i(at, GLint(value)) } }
    /// Sets a uniform of the current program, if it has one of this name.
    func set(_ uniform: String, _ v: GLKVector3) { if let at = locations[uniform] { glUniform3f(at, v.x, v.y, v.z) } }
    /// Sets a uniform of the current program, if it has one of this name.
    func set(_ uniform: String, _ v: GLKVector4) {
        if let at = locations[uniform] { glUniform4f(at, v.x, v.y, v.z, v.w) }
    }
    /// Sets a uniform of the current program, if it has one of this name.
    func set(_ uniform: String, _ matrix: GLKMatrix4) {
        guard let at = locations[uniform] else { return }
        let numbers = (0..<16).map { matrix[$0] }
        unsafe glUniformMatrix4fv(at, 1, GLboolean(GL_FALSE), numbers)
    }
    /// Sets a uniform of the current program, if it has one of this name.
    func set(_ uniform: String, _ matrix: GLKMatrix3) {
        guard let at = locations[uniform] else { return }
        let numbers = (0..<9).map { matrix[$0] }
        unsafe glUniformMatrix3fv(at, 1, GLboolean(GL_FALSE), numbers)
    }

    // MARK: - Shaders

    private static let head = "#version 100\nprecision highp float;\nprecision highp int;\n"

    /// The lighting equation as a function `lit(p, n, base)` of a point and a normal in eye space, and the vertex's
    /// colour.
    private static func lighting(_ options: EffectOptions) -> String {
        let (ambient, diffuse) = options.usesColorMaterial ? ("base", "base") : ("materialAmbient", "materialDiffuse")
        var text = """
            uniform vec4 modelAmbient, materialAmbient, materialDiffuse, materialSpecular, materialEmissive;
            uniform float shininess;

            """
        for i in options.lights {
            text += """
                uniform vec4 lightPosition\(i), lightAmbient\(i), lightDiffuse\(i), lightSpecular\(i);
                uniform vec3 spotDirection\(i), attenuation\(i);
                uniform float spotExponent\(i), spotCosine\(i);

                """
        }
        text += """
            vec4 lit(vec3 p, vec3 n, vec4 base) {
                vec3 sum = materialEmissive.rgb + modelAmbient.rgb * \(ambient).rgb;
                vec3 toLight, ray;
                float strength, facing, inside;

            """
        for i in options.lights {
            text += """
                toLight = lightPosition\(i).xyz;
                strength = 1.0;
                if (lightPosition\(i).w != 0.0) {
                    toLight = lightPosition\(i).xyz / lightPosition\(i).w - p;
                    float d = length(toLight);
                    strength = 1.0 / dot(attenuation\(i), vec3(1.0, d, d * d));
                }
                ray = normalize(toLight);
                if (spotCosine\(i) > -1.0) {
                    inside = dot(-ray, normalize(spotDirection\(i)));
                    strength *= inside < spotCosine\(i) ? 0.0 : (spotExponent\(i) == 0.0 ? 1.0 : pow(max(inside, 0.0), spotExponent\(i)));
                }
                facing = dot(n, ray);
                sum += strength * lightAmbient\(i).rgb * \(ambient).rgb;
                if (facing > 0.0) {
                    float mirrored = max(dot(n, normalize(ray + vec3(0.0, 0.0, 1.0))), 0.0);
                    sum += strength * (facing * lightDiffuse\(i).rgb * \(diffuse).rgb
                        + (shininess == 0.0 ? 1.0 : pow(mirrored, shininess)) * lightSpecular\(i).rgb * materialSpecular.rgb);
                }

                """
        }
        return text + """
                return vec4(clamp(sum, 0.0, 1.0), clamp(\(diffuse).a, 0.0, 1.0));
            }

            """
    }

    static func vertexShader(_ options: EffectOptions) -> String {
        let isLit = !options.lights.isEmpty
        var text =
            head + """
                attribute vec4 position, color;
                attribute vec3 normal;
                attribute vec2 texCoord0, texCoord1;
                uniform mat4 modelview, projection;
                uniform mat3 normalMatrix;
                varying vec4 shade;
                varying vec2 place0, place1;
                varying float reach;

                """
        if isLit && options.isPerPixel { text += "varying vec3 seen, turned;\n" }
        if isLit && options.isTwoSided && !options.isPerPixel { text += "varying vec4 backShade;\n" }
        if isLit && !options.isPerPixel { text += lighting(options) }
        text += """
            void main() {
                vec4 eye = modelview * position;
                gl_Position = projection * eye;
                reach = abs(eye.z);
                place0 = texCoord0;
                place1 = texCoord1;
                shade = color;

            """
        if isLit && options.isPerPixel {
            text += "    seen = eye.xyz;\n    turned = normalize(normalMatrix * normal);\n"
        } else if isLit {
            text += "    vec3 n = normalize(normalMatrix * normal);\n    shade = lit(eye.xyz, n, color);\n"
            if options.isTwoSided { text += "    backShade = lit(eye.xyz, -n, color);\n" }
        }
        return text + "}\n"
    }

    static func fragmentShader(_ options: EffectOptions) -> String {
        let isLit = !options.lights.isEmpty
        var text =
            head + """
                varying vec4 shade;
                varying vec2 place0, place1;
                varying float reach;
                uniform sampler2D texture0, texture1;
                uniform vec4 fogColor;
                uniform float fogDensity, fogStart, fogEnd;

                """
        if isLit && options.isPerPixel { text += "varying vec3 seen, turned;\n" + lighting(options) }
        if isLit && options.isTwoSided && !options.isPerPixel { text += "varying vec4 backShade;\n" }
        text += "void main() {\n    vec4 c = shade;\n"
        if isLit && options.isPerPixel {
            let normal = options.isTwoSided ? "(gl_FrontFacing ? 1.0 : -1.0) * normalize(turned)" : "normalize(turned)"
            text += "    c = lit(seen, \(normal), shade);\n"
        } else if isLit && options.isTwoSided {
            text += "    if (!gl_FrontFacing) c = backShade;\n"
        }
        for texture in options.textures {
            text += "    vec4 t\(texture.unit) = texture2D(texture\(texture.unit), place\(texture.unit));\n"
            let t = "t\(texture.unit)"
            switch texture.mode {
            case .replace: text += "    c = \(t);\n"
            case .modulate: text += "    c *= \(t);\n"
            case .decal: text += "    c.rgb = mix(c.rgb, \(t).rgb, \(t).a);\n"
            }
        }
        if let fog = options.fog {
            let rest =
                switch fog {
                case .exp: "exp(-fogDensity * reach)"
                case .exp2: "exp(-fogDensity * reach * fogDensity * reach)"
                case .linear: "(fogEnd - reach) / (fogEnd - fogStart)"
                }
            text += "    c.rgb = mix(fogColor.rgb, c.rgb, clamp(\(rest), 0.0, 1.0));\n"
        }
        return text + "    gl_FragColor = c;\n}\n"
    }
}
