var xb="uplot",yb="u-hz",bb="u-vt",vb="u-title",Sb="u-wrap",Mb="u-under",wb="u-over",Eb="u-axis",Mr="u-off",Tb="u-select",Ab="u-cursor-x",Cb="u-cursor-y",Rb="u-cursor-pt",Ib="u-legend",Nb="u-live",Pb="u-inline",Lb="u-series",Db="u-marker",am="u-label",Ob="u-value",Ma="width",wa="height";var lm="bottom",ho="left",td="right",xd="#000",cm=xd+"0",nd="mousemove",um="mousedown",id="mouseup",hm="mouseenter",dm="mouseleave",fm="dblclick",Ub="resize",Fb="scroll",pm="change",tc="dppxchange",yd="--",yo=typeof window<"u",ld=yo?document:null,po=yo?window:null,kb=yo?navigator:null,At,Zl;function cd(){let i=devicePixelRatio;At!=i&&(At=i,Zl&&hd(pm,Zl,cd),Zl=matchMedia(`(min-resolution: ${At-.001}dppx) and (max-resolution: ${At+.001}dppx)`),wr(pm,Zl,cd),po.dispatchEvent(new CustomEvent(tc)))}function _i(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function ud(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function Xt(i,e,t){i.style[e]=t+"px"}function zi(i,e,t,n){let s=ld.createElement(i);return e!=null&&_i(s,e),t?.insertBefore(s,n),s}function Ai(i,e){return zi("div",i,e)}var mm=new WeakMap;function ls(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=mm.get(i);r!=o&&(i.style.transform=r,mm.set(i,r),e<0||t<0||e>n||t>s?_i(i,Mr):ud(i,Mr))}var gm=new WeakMap;function _m(i,e,t){let n=e+t,s=gm.get(i);n!=s&&(gm.set(i,n),i.style.background=e,i.style.borderColor=t)}var xm=new WeakMap;function ym(i,e,t,n){let s=e+""+t,r=xm.get(i);s!=r&&(xm.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var bd={passive:!0},Bb={...bd,capture:!0};function wr(i,e,t,n){e.addEventListener(i,t,n?Bb:bd)}function hd(i,e,t,n){e.removeEventListener(i,t,bd)}yo&&cd();function Vi(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:xi((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function qm(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var $m=i=>i!=null,Km=i=>i!=null&&i>0,sc=qm($m),zb=qm(Km);function Vb(i,e,t,n=0,s=!1){let r=s?zb:sc,o=s?Km:$m;[e,t]=r(i,e,t);let a=i[e],c=i[e];if(e>-1)if(n==1)a=i[e],c=i[t];else if(n==-1)a=i[t],c=i[e];else for(let l=e;l<=t;l++){let u=i[l];o(u)&&(u<a?a=u:u>c&&(c=u))}return[a??kt,c??-kt]}function rc(i,e,t,n){let s=Sm(i),r=Sm(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?As:jm,a=s==1?xi:Ci,c=r==1?Ci:xi,l=a(o(En(i))),u=c(o(En(e))),h=mo(t,l),d=mo(t,u);return t==10&&(l<0&&(h=Bt(h,-l)),u<0&&(d=Bt(d,-u))),n||t==2?(i=h*s,e=d*r):(i=eg(i,h),e=oc(e,d)),[i,e]}function vd(i,e,t,n){let s=rc(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var Sd=.1,bm={mode:3,pad:Sd},Ta={pad:0,soft:null,mode:0},Gb={min:Ta,max:Ta};function nc(i,e,t,n){return ac(t)?vm(i,e,t):(Ta.pad=t,Ta.soft=n?0:null,Ta.mode=n?3:0,vm(i,e,Gb))}function wt(i,e){return i??e}function Hb(i,e,t){for(e=wt(e,0),t=wt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function vm(i,e,t){let n=t.min,s=t.max,r=wt(n.pad,0),o=wt(s.pad,0),a=wt(n.hard,-kt),c=wt(s.hard,kt),l=wt(n.soft,kt),u=wt(s.soft,-kt),h=wt(n.mode,0),d=wt(s.mode,0),f=e-i,p=As(f),_=ti(En(i),En(e)),m=As(_),g=En(m-p);(f<1e-24||g>10)&&(f=0,(i==0||e==0)&&(f=1e-24,h==2&&l!=kt&&(r=0),d==2&&u!=-kt&&(o=0)));let y=f||_||1e3,w=As(y),b=mo(10,xi(w)),C=y*(f==0?i==0?.1:1:r),S=Bt(eg(i-C,b/10),24),x=i>=l&&(h==1||h==3&&S<=l||h==2&&S>=l)?l:kt,E=ti(a,S<x&&i>=x?x:Gi(x,S)),D=y*(f==0?e==0?.1:1:o),I=Bt(oc(e+D,b/10),24),N=e<=u&&(d==1||d==3&&I>=u||d==2&&I<=u)?u:-kt,B=Gi(c,I>N&&e<=N?N:ti(N,I));return E==B&&E==0&&(B=100),[E,B]}var Wb=new Intl.NumberFormat(yo?kb.language:"en-US"),Md=i=>Wb.format(i),yi=Math,ec=yi.PI,En=yi.abs,xi=yi.floor,wn=yi.round,Ci=yi.ceil,Gi=yi.min,ti=yi.max,mo=yi.pow,Sm=yi.sign,As=yi.log10,jm=yi.log2,Xb=(i,e=1)=>yi.sinh(i)*e,sd=(i,e=1)=>yi.asinh(i/e),kt=1/0;function Mm(i){return(As((i^i>>31)-(i>>31))|0)+1}function dd(i,e,t){return Gi(ti(i,e),t)}function Zm(i){return typeof i=="function"}function vt(i){return Zm(i)?i:()=>i}var Yb=()=>{},Jm=i=>i,Qm=(i,e)=>e,qb=i=>null,wm=i=>!0,Em=(i,e)=>i==e,$b=/\.\d*?(?=9{6,}|0{6,})/gm,Er=i=>{if(ng(i)||ir.has(i))return i;let e=`${i}`,t=e.match($b);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Er(s)}e${r}`}return Bt(i,n)};function vr(i,e){return Er(Bt(Er(i/e))*e)}function oc(i,e){return Er(Ci(Er(i/e))*e)}function eg(i,e){return Er(xi(Er(i/e))*e)}function Bt(i,e=0){if(ng(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return wn(n)/t}var ir=new Map;function tg(i){return((""+i).split(".")[1]||"").length}function Ca(i,e,t,n){let s=[],r=n.map(tg);for(let o=e;o<t;o++){let a=En(o),c=Bt(mo(i,o),a);for(let l=0;l<n.length;l++){let u=i==10?+`${n[l]}e${o}`:n[l]*c,h=(o>=0?0:a)+(o>=r[l]?0:r[l]),d=i==10?u:Bt(u,h);s.push(d),ir.set(d,h)}}return s}var Aa={},wd=[],go=[null,null],nr=Array.isArray,ng=Number.isInteger,Kb=i=>i===void 0;function Tm(i){return typeof i=="string"}function ac(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function jb(i){return i!=null&&typeof i=="object"}var Zb=Object.getPrototypeOf(Uint8Array),ig="__proto__";function _o(i,e=ac){let t;if(nr(i)){let n=i.find(s=>s!=null);if(nr(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=_o(i[s],e)}else t=i.slice()}else if(i instanceof Zb)t=i.slice();else if(e(i)){t={};for(let n in i)n!=ig&&(t[n]=_o(i[n],e))}else t=i;return t}function xn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=ig&&(ac(i[s])?xn(i[s],_o(n[s])):i[s]=_o(n[s]))}return i}var Jb=0,Qb=1,ev=2;function tv(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function nv(i,e){if(rv(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return ov(o[0])||(o=sv(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let c=i[o][0],l=c.length;for(let u=0;u<l;u++)t.add(c[u])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],c=a[0];for(let l=1;l<a.length;l++){let u=a[l],h=Array(s).fill(void 0),d=e?e[o][l]:Qb,f=[];for(let p=0;p<u.length;p++){let _=u[p],m=r.get(c[p]);_===null?d!=Jb&&(h[m]=_,d==ev&&f.push(m)):h[m]=_}tv(h,f,s),n.push(h)}}return n}var iv=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function sv(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let c=0;c<t;c++)a[c]=o[n[c]];s.push(a)}return s}function rv(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function ov(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=ti(1,xi((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let c=i[a];if(c!=null){if(c<=o)return!1;o=c}}return!0}var sg=["January","February","March","April","May","June","July","August","September","October","November","December"],rg=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function og(i){return i.slice(0,3)}var av=rg.map(og),lv=sg.map(og),cv={MMMM:sg,MMM:lv,WWWW:rg,WWW:av};function Sa(i){return(i<10?"0":"")+i}function uv(i){return(i<10?"00":i<100?"0":"")+i}var hv={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Sa(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Sa(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Sa(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Sa(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Sa(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>uv(i.getMilliseconds())};function Ed(i,e){e=e||cv;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?hv[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var dv=new Intl.DateTimeFormat().resolvedOptions().timeZone;function fv(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==dv?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var ag=i=>i%1==0,ic=[1,2,2.5,5],pv=Ca(10,-32,0,ic),lg=Ca(10,0,32,ic),mv=lg.filter(ag),Sr=pv.concat(lg),Td=`
`,cg="{YYYY}",Am=Td+cg,ug="{M}/{D}",Ea=Td+ug,Jl=Ea+"/{YY}",hg="{aa}",gv="{h}:{mm}",fo=gv+hg,Cm=Td+fo,Rm=":{ss}",Rt=null;function dg(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,c=(i==1?Ca(10,0,3,ic).filter(ag):Ca(10,-3,0,ic)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),l=[[o,cg,Rt,Rt,Rt,Rt,Rt,Rt,1],[s*28,"{MMM}",Am,Rt,Rt,Rt,Rt,Rt,1],[s,ug,Am,Rt,Rt,Rt,Rt,Rt,1],[n,"{h}"+hg,Jl,Rt,Ea,Rt,Rt,Rt,1],[t,fo,Jl,Rt,Ea,Rt,Rt,Rt,1],[e,Rm,Jl+" "+fo,Rt,Ea+" "+fo,Rt,Cm,Rt,1],[i,Rm+".{fff}",Jl+" "+fo,Rt,Ea+" "+fo,Rt,Cm,Rt,1]];function u(h){return(d,f,p,_,m,g)=>{let y=[],w=m>=o,b=m>=r&&m<o,C=h(p),S=Bt(C*i,3),x=rd(C.getFullYear(),w?0:C.getMonth(),b||w?1:C.getDate()),E=Bt(x*i,3);if(b||w){let D=b?m/r:0,I=w?m/o:0,N=S==E?S:Bt(rd(x.getFullYear()+I,x.getMonth()+D,1)*i,3),B=new Date(wn(N/i)),G=B.getFullYear(),L=B.getMonth();for(let H=0;N<=_;H++){let U=rd(G+I*H,L+D*H,1),z=U-h(Bt(U*i,3));N=Bt((+U+z)*i,3),N<=_&&y.push(N)}}else{let D=m>=s?s:m,I=xi(p)-xi(S),N=E+I+oc(S-E,D);y.push(N);let B=h(N),G=B.getHours()+B.getMinutes()/t+B.getSeconds()/n,L=m/n,H=d.axes[f]._space,U=g/H;for(;N=Bt(N+m,i==1?0:3),!(N>_);)if(L>1){let z=xi(Bt(G+L,6))%24,j=h(N).getHours()-z;j>1&&(j=-1),N-=j*n,G=(G+L)%24;let Q=y[y.length-1];Bt((N-Q)/m,3)*U>=.7&&y.push(N)}else y.push(N)}return y}}return[c,l,u]}var[_v,xv,yv]=dg(1),[bv,vv,Sv]=dg(.001);Ca(2,-53,53,[1]);function Im(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function Nm(i,e){return(t,n,s,r,o)=>{let a=e.find(p=>o>=p[0])||e[e.length-1],c,l,u,h,d,f;return n.map(p=>{let _=i(p),m=_.getFullYear(),g=_.getMonth(),y=_.getDate(),w=_.getHours(),b=_.getMinutes(),C=_.getSeconds(),S=m!=c&&a[2]||g!=l&&a[3]||y!=u&&a[4]||w!=h&&a[5]||b!=d&&a[6]||C!=f&&a[7]||a[1];return c=m,l=g,u=y,h=w,d=b,f=C,S(_)})}}function Mv(i,e){let t=Ed(e);return(n,s,r,o,a)=>s.map(c=>t(i(c)))}function rd(i,e,t){return new Date(i,e,t)}function Pm(i,e){return e(i)}var wv="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Lm(i,e){return(t,n,s,r)=>r==null?yd:e(i(n))}function Ev(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function Tv(i,e){return i.series[e].fill(i,e)}var Av={show:!0,live:!0,isolate:!1,mount:Yb,markers:{show:!0,width:2,stroke:Ev,fill:Tv,dash:"solid"},idx:null,idxs:null,values:[]};function Cv(i,e){let t=i.cursor.points,n=Ai(),s=t.size(i,e);Xt(n,Ma,s),Xt(n,wa,s);let r=s/-2;Xt(n,"marginLeft",r),Xt(n,"marginTop",r);let o=t.width(i,e,s);return o&&Xt(n,"borderWidth",o),n}function Rv(i,e){let t=i.series[e].points;return t._fill||t._stroke}function Iv(i,e){let t=i.series[e].points;return t._stroke||t._fill}function Nv(i,e){return i.series[e].points.size}var od=[0,0];function Pv(i,e,t){return od[0]=e,od[1]=t,od}function Ql(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function ad(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var Lv={show:!0,x:!0,y:!0,lock:!1,move:Pv,points:{one:!1,show:Cv,size:Nv,width:0,stroke:Iv,fill:Rv},bind:{mousedown:Ql,mouseup:Ql,click:Ql,dblclick:Ql,mousemove:ad,mouseleave:ad,mouseenter:ad},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},fg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Ad=xn({},fg,{filter:Qm}),pg=xn({},Ad,{size:10}),mg=xn({},fg,{show:!1}),Cd='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',gg="bold "+Cd,_g=1.5,Dm={show:!0,scale:"x",stroke:xd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:gg,side:2,grid:Ad,ticks:pg,border:mg,font:Cd,lineGap:_g,rotate:0},Dv="Value",Ov="Time",Om={show:!0,scale:"x",auto:!1,sorted:1,min:kt,max:-kt,idxs:[]};function Uv(i,e,t,n,s){return e.map(r=>r==null?"":Md(r))}function Fv(i,e,t,n,s,r,o){let a=[],c=ir.get(s)||0;t=o?t:Bt(oc(t,s),c);for(let l=t;l<=n;l=Bt(l+s,c))a.push(Object.is(l,-0)?0:l);return a}function fd(i,e,t,n,s,r,o){let a=[],c=i.scales[i.axes[e].scale].log,l=c==10?As:jm,u=xi(l(t));s=mo(c,u),c==10&&(s=Sr[Vi(s,Sr)]);let h=t,d=s*c;c==10&&(d=Sr[Vi(d,Sr)]);do a.push(h),h=h+s,c==10&&!ir.has(h)&&(h=Bt(h,ir.get(s))),h>=d&&(s=h,d=s*c,c==10&&(d=Sr[Vi(d,Sr)]));while(h<=n);return a}function kv(i,e,t,n,s,r,o){let c=i.scales[i.axes[e].scale].asinh,l=n>c?fd(i,e,ti(c,t),n,s):[c],u=n>=0&&t<=0?[0]:[];return(t<-c?fd(i,e,ti(c,-n),-t,s):[c]).reverse().map(d=>-d).concat(u,l)}var xg=/./,Bv=/[12357]/,zv=/[125]/,Um=/1/,pd=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function Vv(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],c=i.valToPos,l=r._space,u=c(10,o),h=c(9,o)-u>=l?xg:c(7,o)-u>=l?Bv:c(5,o)-u>=l?zv:Um;if(h==Um){let d=En(c(1,o)-u);if(d<l)return pd(e.slice().reverse(),a.distr,h,Ci(l/d)).reverse()}return pd(e,a.distr,h,1)}function Gv(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,c=i.valToPos,l=En(c(1,o)-c(2,o));return l<a?pd(e.slice().reverse(),3,xg,Ci(a/l)).reverse():e}function Hv(i,e,t,n){return n==null?yd:e==null?"":Md(e)}var Fm={show:!0,scale:"y",stroke:xd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:gg,side:3,grid:Ad,ticks:pg,border:mg,font:Cd,lineGap:_g,rotate:0};function Wv(i,e){let t=3+(i||1)*2;return Bt(t*e,3)}function Xv(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=En(o-r),c=i.series[e],l=a/(c.points.space*At);return n[1]-n[0]<=l}var km={scale:null,auto:!0,sorted:0,min:kt,max:-kt},yg=(i,e,t,n,s)=>s,Bm={show:!0,auto:!0,sorted:0,gaps:yg,alpha:1,facets:[xn({},km,{scale:"x"}),xn({},km,{scale:"y"})]},zm={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:yg,alpha:1,points:{show:Xv,filter:null},values:null,min:kt,max:-kt,idxs:[],path:null,clip:null};function Yv(i,e,t,n,s){return t/10}var bg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},qv=xn({},bg,{time:!1,ori:1}),Vm={};function vg(i,e){let t=Vm[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,c,l){for(let u=0;u<t.plots.length;u++)t.plots[u]!=s&&t.plots[u].pub(n,s,r,o,a,c,l)}},i!=null&&(Vm[i]=t)),t}var xo=1,md=2;function Tr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,c=r[0],l=n==2?r[1]:r[e],u=n==2?o[s.facets[0].scale]:o[i.series[0].scale],h=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,_=a.height,m=i.valToPosH,g=i.valToPosV;return u.ori==0?t(s,c,l,u,h,m,g,d,f,p,_,cc,bo,hc,Mg,Eg):t(s,c,l,u,h,g,m,f,d,_,p,uc,vo,Nd,wg,Tg)}function Rd(i,e){let t=0,n=0,s=wt(i.bands,wd);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function $v(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,c=i.scales[a];return s==-1?c.min:s==1?c.max:c.distr==3?c.dir==1?c.min:c.max:0}function Cs(i,e,t,n,s,r){return Tr(i,e,(o,a,c,l,u,h,d,f,p,_,m)=>{let g=o.pxRound,y=l.dir*(l.ori==0?1:-1),w=l.ori==0?bo:vo,b,C;y==1?(b=t,C=n):(b=n,C=t);let S=g(h(a[b],l,_,f)),x=g(d(c[b],u,m,p)),E=g(h(a[C],l,_,f)),D=g(d(r==1?u.max:u.min,u,m,p)),I=new Path2D(s);return w(I,E,D),w(I,S,D),w(I,S,x),I})}function lc(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?hc:Nd,c=t;for(let h=0;h<i.length;h++){let d=i[h];if(d[1]>d[0]){let f=d[0]-c;f>0&&a(o,c,n,f,n+r),c=d[1]}}let l=t+s-c,u=10;l>0&&a(o,c,n-u/2,l,n+r+u)}return o}function Kv(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function Id(i,e,t,n,s,r,o){let a=[],c=i.length;for(let l=s==1?t:n;l>=t&&l<=n;l+=s)if(e[l]===null){let h=l,d=l;if(s==1)for(;++l<=n&&e[l]===null;)d=l;else for(;--l>=t&&e[l]===null;)d=l;let f=r(i[h]),p=d==h?f:r(i[d]),_=h-s;f=o<=0&&_>=0&&_<c?r(i[_]):f;let g=d+s;p=o>=0&&g>=0&&g<c?r(i[g]):p,p>=f&&a.push([f,p])}return a}function Gm(i){return i==0?Jm:i==1?wn:e=>vr(e,i)}function Sg(i){let e=i==0?cc:uc,t=i==0?(s,r,o,a,c,l)=>{s.arcTo(r,o,a,c,l)}:(s,r,o,a,c,l)=>{s.arcTo(o,r,c,a,l)},n=i==0?(s,r,o,a,c)=>{s.rect(r,o,a,c)}:(s,r,o,a,c)=>{s.rect(o,r,c,a)};return(s,r,o,a,c,l=0,u=0)=>{l==0&&u==0?n(s,r,o,a,c):(l=Gi(l,a/2,c/2),u=Gi(u,a/2,c/2),e(s,r+l,o),t(s,r+a,o,r+a,o+c,l),t(s,r+a,o+c,r,o+c,u),t(s,r,o+c,r,o,u),t(s,r,o,r+a,o,l),s.closePath())}}var cc=(i,e,t)=>{i.moveTo(e,t)},uc=(i,e,t)=>{i.moveTo(t,e)},bo=(i,e,t)=>{i.lineTo(e,t)},vo=(i,e,t)=>{i.lineTo(t,e)},hc=Sg(0),Nd=Sg(1),Mg=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},wg=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},Eg=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},Tg=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function Ag(i){return(e,t,n,s,r)=>Tr(e,t,(o,a,c,l,u,h,d,f,p,_,m)=>{let{pxRound:g,points:y}=o,w,b;l.ori==0?(w=cc,b=Mg):(w=uc,b=wg);let C=Bt(y.width*At,3),S=(y.size-y.width)/2*At,x=Bt(S*2,3),E=new Path2D,D=new Path2D,{left:I,top:N,width:B,height:G}=e.bbox;hc(D,I-x,N-x,B+x*2,G+x*2);let L=H=>{if(c[H]!=null){let U=g(h(a[H],l,_,f)),z=g(d(c[H],u,m,p));w(E,U+S,z),b(E,U,z,S,0,ec*2)}};if(r)r.forEach(L);else for(let H=n;H<=s;H++)L(H);return{stroke:C>0?E:null,fill:E,clip:D,flags:xo|md}})}function Cg(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var jv=Cg(bo),Zv=Cg(vo);function Rg(i){let e=wt(i?.alignGaps,0);return(t,n,s,r)=>Tr(t,n,(o,a,c,l,u,h,d,f,p,_,m)=>{[s,r]=sc(c,s,r);let g=o.pxRound,y=G=>g(h(G,l,_,f)),w=G=>g(d(G,u,m,p)),b,C;l.ori==0?(b=bo,C=jv):(b=vo,C=Zv);let S=l.dir*(l.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:xo},E=x.stroke,D=!1;if(r-s>=_*4){let G=ie=>t.posToVal(ie,l.key,!0),L=null,H=null,U,z,ne,q=y(a[S==1?s:r]),j=y(a[s]),Q=y(a[r]),ce=G(S==1?j+1:Q-1);for(let ie=S==1?s:r;ie>=s&&ie<=r;ie+=S){let Y=a[ie],te=(S==1?Y<ce:Y>ce)?q:y(Y),ae=c[ie];te==q?ae!=null?(z=ae,L==null?(b(E,te,w(z)),U=L=H=z):z<L?L=z:z>H&&(H=z)):ae===null&&(D=!0):(L!=null&&C(E,q,w(L),w(H),w(U),w(z)),ae!=null?(z=ae,b(E,te,w(z)),L=H=U=z):(L=H=null,ae===null&&(D=!0)),q=te,ce=G(q+S))}L!=null&&L!=H&&ne!=q&&C(E,q,w(L),w(H),w(U),w(z))}else for(let G=S==1?s:r;G>=s&&G<=r;G+=S){let L=c[G];L===null?D=!0:L!=null&&b(E,y(a[G]),w(L))}let[N,B]=Rd(t,n);if(o.fill!=null||N!=0){let G=x.fill=new Path2D(E),L=o.fillTo(t,n,o.min,o.max,N),H=w(L),U=y(a[s]),z=y(a[r]);S==-1&&([z,U]=[U,z]),b(G,z,H),b(G,U,H)}if(!o.spanGaps){let G=[];D&&G.push(...Id(a,c,s,r,S,y,e)),x.gaps=G=o.gaps(t,n,s,r,G),x.clip=lc(G,l.ori,f,p,_,m)}return B!=0&&(x.band=B==2?[Cs(t,n,s,r,E,-1),Cs(t,n,s,r,E,1)]:Cs(t,n,s,r,E,B)),x})}function Jv(i){let e=wt(i.align,1),t=wt(i.ascDesc,!1),n=wt(i.alignGaps,0),s=wt(i.extend,!1);return(r,o,a,c)=>Tr(r,o,(l,u,h,d,f,p,_,m,g,y,w)=>{[a,c]=sc(h,a,c);let b=l.pxRound,{left:C,width:S}=r.bbox,x=j=>b(p(j,d,y,m)),E=j=>b(_(j,f,w,g)),D=d.ori==0?bo:vo,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:xo},N=I.stroke,B=d.dir*(d.ori==0?1:-1),G=E(h[B==1?a:c]),L=x(u[B==1?a:c]),H=L,U=L;s&&e==-1&&(U=C,D(N,U,G)),D(N,L,G);for(let j=B==1?a:c;j>=a&&j<=c;j+=B){let Q=h[j];if(Q==null)continue;let ce=x(u[j]),ie=E(Q);e==1?D(N,ce,G):D(N,H,ie),D(N,ce,ie),G=ie,H=ce}let z=H;s&&e==1&&(z=C+S,D(N,z,G));let[ne,q]=Rd(r,o);if(l.fill!=null||ne!=0){let j=I.fill=new Path2D(N),Q=l.fillTo(r,o,l.min,l.max,ne),ce=E(Q);D(j,z,ce),D(j,U,ce)}if(!l.spanGaps){let j=[];j.push(...Id(u,h,a,c,B,x,n));let Q=l.width*At/2,ce=t||e==1?Q:-Q,ie=t||e==-1?-Q:Q;j.forEach(Y=>{Y[0]+=ce,Y[1]+=ie}),I.gaps=j=l.gaps(r,o,a,c,j),I.clip=lc(j,d.ori,m,g,y,w)}return q!=0&&(I.band=q==2?[Cs(r,o,a,c,N,-1),Cs(r,o,a,c,N,1)]:Cs(r,o,a,c,N,q)),I})}function Hm(i,e,t,n,s,r,o=kt){if(i.length>1){let a=null;for(let c=0,l=1/0;c<i.length;c++)if(e[c]!==void 0){if(a!=null){let u=En(i[c]-i[a]);u<l&&(l=u,o=En(t(i[c],n,s,r)-t(i[a],n,s,r)))}a=c}}return o}function Qv(i){i=i||Aa;let e=wt(i.size,[.6,kt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=vt(s),o=1-e[0],a=wt(e[1],kt),c=wt(e[2],1),l=wt(i.disp,Aa),u=wt(i.each,f=>{}),{fill:h,stroke:d}=l;return(f,p,_,m)=>Tr(f,p,(g,y,w,b,C,S,x,E,D,I,N)=>{let B=g.pxRound,G=t,L=n*At,H=a*At,U=c*At,z,ne;b.ori==0?[z,ne]=r(f,p):[ne,z]=r(f,p);let q=b.dir*(b.ori==0?1:-1),j=b.ori==0?hc:Nd,Q=b.ori==0?u:(Re,Je,lt,we,Ft,Xe,je)=>{u(Re,Je,lt,Ft,we,je,Xe)},ce=wt(f.bands,wd).find(Re=>Re.series[0]==p),ie=ce!=null?ce.dir:0,Y=g.fillTo(f,p,g.min,g.max,ie),se=B(x(Y,C,N,D)),te,ae,me,Oe=I,Ze=B(g.width*At),Be=!1,mt=null,dt=null,ot=null,$t=null;h!=null&&(Ze==0||d!=null)&&(Be=!0,mt=h.values(f,p,_,m),dt=new Map,new Set(mt).forEach(Re=>{Re!=null&&dt.set(Re,new Path2D)}),Ze>0&&(ot=d.values(f,p,_,m),$t=new Map,new Set(ot).forEach(Re=>{Re!=null&&$t.set(Re,new Path2D)})));let{x0:zt,size:dn}=l;if(zt!=null&&dn!=null){G=1,y=zt.values(f,p,_,m),zt.unit==2&&(y=y.map(lt=>f.posToVal(E+lt*I,b.key,!0)));let Re=dn.values(f,p,_,m);dn.unit==2?ae=Re[0]*I:ae=S(Re[0],b,I,E)-S(0,b,I,E),Oe=Hm(y,w,S,b,I,E,Oe),me=Oe-ae+L}else Oe=Hm(y,w,S,b,I,E,Oe),me=Oe*o+L,ae=Oe-me;me<1&&(me=0),Ze>=ae/2&&(Ze=0),me<5&&(B=Jm);let Ot=me>0,Rn=Oe-me-(Ot?Ze:0);ae=B(dd(Rn,U,H)),te=(G==0?ae/2:G==q?0:ae)-G*q*((G==0?L/2:0)+(Ot?Ze/2:0));let St={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},Sn=Be?null:new Path2D,sn=null;if(ce!=null)sn=f.data[ce.series[1]];else{let{y0:Re,y1:Je}=l;Re!=null&&Je!=null&&(w=Je.values(f,p,_,m),sn=Re.values(f,p,_,m))}let fn=z*ae,k=ne*ae;for(let Re=q==1?_:m;Re>=_&&Re<=m;Re+=q){let Je=w[Re];if(Je==null)continue;if(sn!=null){let $=sn[Re]??0;if(Je-$==0)continue;se=x($,C,N,D)}let lt=b.distr!=2||l!=null?y[Re]:Re,we=S(lt,b,I,E),Ft=x(wt(Je,Y),C,N,D),Xe=B(we-te),je=B(ti(Ft,se)),R=B(Gi(Ft,se)),M=je-R;if(Je!=null){let $=Je<0?k:fn,pe=Je<0?fn:k;Be?(Ze>0&&ot[Re]!=null&&j($t.get(ot[Re]),Xe,R+xi(Ze/2),ae,ti(0,M-Ze),$,pe),mt[Re]!=null&&j(dt.get(mt[Re]),Xe,R+xi(Ze/2),ae,ti(0,M-Ze),$,pe)):j(Sn,Xe,R+xi(Ze/2),ae,ti(0,M-Ze),$,pe),Q(f,p,Re,Xe-Ze/2,R,ae+Ze,M)}}return Ze>0?St.stroke=Be?$t:Sn:Be||(St._fill=g.width==0?g._fill:g._stroke??g._fill,St.width=0),St.fill=Be?dt:Sn,St})}function eS(i,e){let t=wt(e?.alignGaps,0);return(n,s,r,o)=>Tr(n,s,(a,c,l,u,h,d,f,p,_,m,g)=>{[r,o]=sc(l,r,o);let y=a.pxRound,w=z=>y(d(z,u,m,p)),b=z=>y(f(z,h,g,_)),C,S,x;u.ori==0?(C=cc,x=bo,S=Eg):(C=uc,x=vo,S=Tg);let E=u.dir*(u.ori==0?1:-1),D=w(c[E==1?r:o]),I=D,N=[],B=[];for(let z=E==1?r:o;z>=r&&z<=o;z+=E)if(l[z]!=null){let q=c[z],j=w(q);N.push(I=j),B.push(b(l[z]))}let G={stroke:i(N,B,C,x,S,y),fill:null,clip:null,band:null,gaps:null,flags:xo},L=G.stroke,[H,U]=Rd(n,s);if(a.fill!=null||H!=0){let z=G.fill=new Path2D(L),ne=a.fillTo(n,s,a.min,a.max,H),q=b(ne);x(z,I,q),x(z,D,q)}if(!a.spanGaps){let z=[];z.push(...Id(c,l,r,o,E,w,t)),G.gaps=z=a.gaps(n,s,r,o,z),G.clip=lc(z,u.ori,p,_,m,g)}return U!=0&&(G.band=U==2?[Cs(n,s,r,o,L,-1),Cs(n,s,r,o,L,1)]:Cs(n,s,r,o,L,U)),G})}function tS(i){return eS(nS,i)}function nS(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let c=Array(o),l=Array(o-1),u=Array(o-1),h=Array(o-1);for(let d=0;d<o-1;d++)u[d]=e[d+1]-e[d],h[d]=i[d+1]-i[d],l[d]=u[d]/h[d];c[0]=l[0];for(let d=1;d<o-1;d++)l[d]===0||l[d-1]===0||l[d-1]>0!=l[d]>0?c[d]=0:(c[d]=3*(h[d-1]+h[d])/((2*h[d]+h[d-1])/l[d-1]+(h[d]+2*h[d-1])/l[d]),isFinite(c[d])||(c[d]=0));c[o-1]=l[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+h[d]/3,e[d]+c[d]*h[d]/3,i[d+1]-h[d]/3,e[d+1]-c[d+1]*h[d]/3,i[d+1],e[d+1])}return a}var gd=new Set;function Wm(){for(let i of gd)i.syncRect(!0)}yo&&(wr(Ub,po,Wm),wr(Fb,po,Wm,!0),wr(tc,po,()=>{zn.pxRatio=At}));var iS=Rg(),sS=Ag();function Xm(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>_d(r,o,e,t))}function rS(i,e){return i.map((t,n)=>n==0?{}:xn({},e,t))}function _d(i,e,t,n){return xn({},e==0?t:n,i)}function Ig(i,e,t){return e==null?go:[e,t]}var oS=Ig;function aS(i,e,t){return e==null?go:nc(e,t,Sd,!0)}function Ng(i,e,t,n){return e==null?go:rc(e,t,i.scales[n].log,!1)}var lS=Ng;function Pg(i,e,t,n){return e==null?go:vd(e,t,i.scales[n].log,!1)}var cS=Pg;function uS(i,e,t,n,s){let r=ti(Mm(i),Mm(e)),o=e-i,a=Vi(s/n*o,t);do{let c=t[a],l=n*c/o;if(l>=s&&r+(c<5?ir.get(c):0)<=17)return[c,l]}while(++a<t.length);return[0,0]}function Ym(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=wn((t=+s)*At))+"px"),[i,e,t]}function hS(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Bt(e[2]*At,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function zn(i,e,t){let n={mode:wt(i.mode,1)},s=n.mode;function r(v,T,P,O){let X=T.valToPct(v);return O+P*(T.dir==-1?1-X:X)}function o(v,T,P,O){let X=T.valToPct(v);return O+P*(T.dir==-1?X:1-X)}function a(v,T,P,O){return T.ori==0?r(v,T,P,O):o(v,T,P,O)}n.valToPosH=r,n.valToPosV=o;let c=!1;n.status=0;let l=n.root=Ai(xb);if(i.id!=null&&(l.id=i.id),_i(l,i.class),i.title){let v=Ai(vb,l);v.textContent=i.title}let u=zi("canvas"),h=n.ctx=u.getContext("2d"),d=Ai(Sb,l);wr("click",d,v=>{v.target===p&&(Gt!=oo||Kt!=ao)&&Bn.click(n,v)},!0);let f=n.under=Ai(Mb,d);d.appendChild(u);let p=n.over=Ai(wb,d);i=_o(i);let _=+wt(i.pxAlign,1),m=Gm(_);(i.plugins||[]).forEach(v=>{v.opts&&(i=v.opts(n,i)||i)});let g=i.ms||.001,y=n.series=s==1?Xm(i.series||[],Om,zm,!1):rS(i.series||[null],Bm),w=n.axes=Xm(i.axes||[],Dm,Fm,!0),b=n.scales={},C=n.bands=i.bands||[];C.forEach(v=>{v.fill=vt(v.fill||null),v.dir=wt(v.dir,-1)});let S=s==2?y[1].facets[0].scale:y[0].scale,x={axes:Es,series:_t},E=(i.drawOrder||["axes","series"]).map(v=>x[v]);function D(v){let T=v.distr==3?P=>As(P>0?P:v.clamp(n,P,v.min,v.max,v.key)):v.distr==4?P=>sd(P,v.asinh):v.distr==100?P=>v.fwd(P):P=>P;return P=>{let O=T(P),{_min:X,_max:J}=v,de=J-X;return(O-X)/de}}function I(v){let T=b[v];if(T==null){let P=(i.scales||Aa)[v]||Aa;if(P.from!=null){I(P.from);let O=xn({},b[P.from],P,{key:v});O.valToPct=D(O),b[v]=O}else{T=b[v]=xn({},v==S?bg:qv,P),T.key=v;let O=T.time,X=T.range,J=nr(X);if((v!=S||s==2&&!O)&&(J&&(X[0]==null||X[1]==null)&&(X={min:X[0]==null?bm:{mode:1,hard:X[0],soft:X[0]},max:X[1]==null?bm:{mode:1,hard:X[1],soft:X[1]}},J=!1),!J&&ac(X))){let de=X;X=(ge,Se,Le)=>Se==null?go:nc(Se,Le,de)}T.range=vt(X||(O?oS:v==S?T.distr==3?lS:T.distr==4?cS:Ig:T.distr==3?Ng:T.distr==4?Pg:aS)),T.auto=vt(J?!1:T.auto),T.clamp=vt(T.clamp||Yv),T._min=T._max=null,T.valToPct=D(T)}}}I("x"),I("y"),s==1&&y.forEach(v=>{I(v.scale)}),w.forEach(v=>{I(v.scale)});for(let v in i.scales)I(v);let N=b[S],B=N.distr,G,L;N.ori==0?(_i(l,yb),G=r,L=o):(_i(l,bb),G=o,L=r);let H={};for(let v in b){let T=b[v];(T.min!=null||T.max!=null)&&(H[v]={min:T.min,max:T.max},T.min=T.max=null)}let U=i.tzDate||(v=>new Date(wn(v/g))),z=i.fmtDate||Ed,ne=g==1?yv(U):Sv(U),q=Nm(U,Im(g==1?xv:vv,z)),j=Lm(U,Pm(wv,z)),Q=[],ce=n.legend=xn({},Av,i.legend),ie=n.cursor=xn({},Lv,{drag:{y:s==2}},i.cursor),Y=ce.show,se=ie.show,te=ce.markers;ce.idxs=Q,te.width=vt(te.width),te.dash=vt(te.dash),te.stroke=vt(te.stroke),te.fill=vt(te.fill);let ae,me,Oe,Ze=[],Be=[],mt,dt=!1,ot={};if(ce.live){let v=y[1]?y[1].values:null;dt=v!=null,mt=dt?v(n,1,0):{_:0};for(let T in mt)ot[T]=yd}if(Y)if(ae=zi("table",Ib,l),Oe=zi("tbody",null,ae),ce.mount(n,ae),dt){me=zi("thead",null,ae,Oe);let v=zi("tr",null,me);zi("th",null,v);for(var $t in mt)zi("th",am,v).textContent=$t}else _i(ae,Pb),ce.live&&_i(ae,Nb);let zt={show:!0},dn={show:!1};function Ot(v,T){if(T==0&&(dt||!ce.live||s==2))return go;let P=[],O=zi("tr",Lb,Oe,Oe.childNodes[T]);_i(O,v.class),v.show||_i(O,Mr);let X=zi("th",null,O);if(te.show){let ge=Ai(Db,X);if(T>0){let Se=te.width(n,T);Se&&(ge.style.border=Se+"px "+te.dash(n,T)+" "+te.stroke(n,T)),ge.style.background=te.fill(n,T)}}let J=Ai(am,X);v.label instanceof HTMLElement?J.appendChild(v.label):J.textContent=v.label,T>0&&(te.show||(J.style.color=v.width>0?te.stroke(n,T):te.fill(n,T)),St("click",X,ge=>{if(ie._lock)return;nt(ge);let Se=y.indexOf(v);if((ge.ctrlKey||ge.metaKey)!=ce.isolate){let Le=y.some((De,Fe)=>Fe>0&&Fe!=Se&&De.show);y.forEach((De,Fe)=>{Fe>0&&ss(Fe,Le?Fe==Se?zt:dn:zt,!0,_n.setSeries)})}else ss(Se,{show:!v.show},!0,_n.setSeries)},!1),it&&St(hm,X,ge=>{ie._lock||(nt(ge),ss(y.indexOf(v),co,!0,_n.setSeries))},!1));for(var de in mt){let ge=zi("td",Ob,O);ge.textContent="--",P.push(ge)}return[O,P]}let Rn=new Map;function St(v,T,P,O=!0){let X=Rn.get(T)||{},J=ie.bind[v](n,T,P,O);J&&(wr(v,T,X[v]=J),Rn.set(T,X))}function Sn(v,T,P){let O=Rn.get(T)||{};for(let X in O)(v==null||X==v)&&(hd(X,T,O[X]),delete O[X]);v==null&&Rn.delete(T)}let sn=0,fn=0,k=0,Re=0,Je=0,lt=0,we=Je,Ft=lt,Xe=k,je=Re,R=0,M=0,$=0,pe=0;n.bbox={};let he=!1,be=!1,ve=!1,re=!1,le=!1,_e=!1;function F(v,T,P){(P||v!=n.width||T!=n.height)&&ue(v,T),ft(!1),ve=!0,be=!0,Vn()}function ue(v,T){n.width=sn=k=v,n.height=fn=Re=T,Je=lt=0,Me(),Ye();let P=n.bbox;R=P.left=vr(Je*At,.5),M=P.top=vr(lt*At,.5),$=P.width=vr(k*At,.5),pe=P.height=vr(Re*At,.5)}let oe=3;function Ee(){let v=!1,T=0;for(;!v;){T++;let P=io(T),O=is(T);v=T==oe||P&&O,v||(ue(n.width,n.height),be=!0)}}function ye({width:v,height:T}){F(v,T)}n.setSize=ye;function Me(){let v=!1,T=!1,P=!1,O=!1;w.forEach((X,J)=>{if(X.show&&X._show){let{side:de,_size:ge}=X,Se=de%2,Le=X.label!=null?X.labelSize:0,De=ge+Le;De>0&&(Se?(k-=De,de==3?(Je+=De,O=!0):P=!0):(Re-=De,de==0?(lt+=De,v=!0):T=!0))}}),ts[0]=v,ts[1]=P,ts[2]=T,ts[3]=O,k-=Fi[1]+Fi[3],Je+=Fi[3],Re-=Fi[2]+Fi[0],lt+=Fi[0]}function Ye(){let v=Je+k,T=lt+Re,P=Je,O=lt;function X(J,de){switch(J){case 1:return v+=de,v-de;case 2:return T+=de,T-de;case 3:return P-=de,P+de;case 0:return O-=de,O+de}}w.forEach((J,de)=>{if(J.show&&J._show){let ge=J.side;J._pos=X(ge,J._size),J.label!=null&&(J._lpos=X(ge,J.labelSize))}})}if(ie.dataIdx==null){let v=ie.hover,T=v.skip=new Set(v.skip??[]);T.add(void 0);let P=v.prox=vt(v.prox),O=v.bias??=0;ie.dataIdx=(X,J,de,ge)=>{if(J==0)return de;let Se=de,Le=P(X,J,de,ge)??kt,De=Le>=0&&Le<kt,Fe=N.ori==0?k:Re,at=ie.left,Tt=e[0],Mt=e[J];if(T.has(Mt[de])){Se=null;let yt=null,tt=null,qe;if(O==0||O==-1)for(qe=de;yt==null&&qe-- >0;)T.has(Mt[qe])||(yt=qe);if(O==0||O==1)for(qe=de;tt==null&&qe++<Mt.length;)T.has(Mt[qe])||(tt=qe);if(yt!=null||tt!=null)if(De){let Wt=yt==null?-1/0:G(Tt[yt],N,Fe,0),an=tt==null?1/0:G(Tt[tt],N,Fe,0),Ln=at-Wt,Ut=an-at;Ln<=Ut?Ln<=Le&&(Se=yt):Ut<=Le&&(Se=tt)}else Se=tt==null?yt:yt==null?tt:de-yt<=tt-de?yt:tt}else De&&En(at-G(Tt[de],N,Fe,0))>Le&&(Se=null);return Se}}let nt=v=>{ie.event=v};ie.idxs=Q,ie._lock=!1;let fe=ie.points;fe.show=vt(fe.show),fe.size=vt(fe.size),fe.stroke=vt(fe.stroke),fe.width=vt(fe.width),fe.fill=vt(fe.fill);let ze=n.focus=xn({},i.focus||{alpha:.3},ie.focus),it=ze.prox>=0,Ce=it&&fe.one,ct=[],Vt=[],jn=[];function pa(v,T){let P=fe.show(n,T);if(P instanceof HTMLElement)return _i(P,Rb),_i(P,v.class),ls(P,-10,-10,k,Re),p.insertBefore(P,ct[T]),P}function eo(v,T){if(s==1||T>0){let P=s==1&&b[v.scale].time,O=v.value;v.value=P?Tm(O)?Lm(U,Pm(O,z)):O||j:O||Hv,v.label=v.label||(P?Ov:Dv)}if(Ce||T>0){v.width=v.width==null?1:v.width,v.paths=v.paths||iS||qb,v.fillTo=vt(v.fillTo||$v),v.pxAlign=+wt(v.pxAlign,_),v.pxRound=Gm(v.pxAlign),v.stroke=vt(v.stroke||null),v.fill=vt(v.fill||null),v._stroke=v._fill=v._paths=v._focus=null;let P=Wv(ti(1,v.width),1),O=v.points=xn({},{size:P,width:ti(1,P*.2),stroke:v.stroke,space:P*2,paths:sS,_stroke:null,_fill:null},v.points);O.show=vt(O.show),O.filter=vt(O.filter),O.fill=vt(O.fill),O.stroke=vt(O.stroke),O.paths=vt(O.paths),O.pxAlign=v.pxAlign}if(Y){let P=Ot(v,T);Ze.splice(T,0,P[0]),Be.splice(T,0,P[1]),ce.values.push(null)}if(se){Q.splice(T,0,null);let P=null;Ce?T==0&&(P=pa(v,T)):T>0&&(P=pa(v,T)),ct.splice(T,0,P),Vt.splice(T,0,0),jn.splice(T,0,0)}Pn("addSeries",T)}function Xh(v,T){T=T??y.length,v=s==1?_d(v,T,Om,zm):_d(v,T,{},Bm),y.splice(T,0,v),eo(y[T],T)}n.addSeries=Xh;function ql(v){if(y.splice(v,1),Y){ce.values.splice(v,1),Be.splice(v,1);let T=Ze.splice(v,1)[0];Sn(null,T.firstChild),T.remove()}se&&(Q.splice(v,1),ct.splice(v,1)[0].remove(),Vt.splice(v,1),jn.splice(v,1)),Pn("delSeries",v)}n.delSeries=ql;let ts=[!1,!1,!1,!1];function Ss(v,T){if(v._show=v.show,v.show){let P=v.side%2,O=b[v.scale];O==null&&(v.scale=P?y[1].scale:S,O=b[v.scale]);let X=O.time;v.size=vt(v.size),v.space=vt(v.space),v.rotate=vt(v.rotate),nr(v.incrs)&&v.incrs.forEach(de=>{!ir.has(de)&&ir.set(de,tg(de))}),v.incrs=vt(v.incrs||(O.distr==2?mv:X?g==1?_v:bv:Sr)),v.splits=vt(v.splits||(X&&O.distr==1?ne:O.distr==3?fd:O.distr==4?kv:Fv)),v.stroke=vt(v.stroke),v.grid.stroke=vt(v.grid.stroke),v.ticks.stroke=vt(v.ticks.stroke),v.border.stroke=vt(v.border.stroke);let J=v.values;v.values=nr(J)&&!nr(J[0])?vt(J):X?nr(J)?Nm(U,Im(J,z)):Tm(J)?Mv(U,J):J||q:J||Uv,v.filter=vt(v.filter||(O.distr>=3&&O.log==10?Vv:O.distr==3&&O.log==2?Gv:Qm)),v.font=Ym(v.font),v.labelFont=Ym(v.labelFont),v._size=v.size(n,null,T,0),v._space=v._rotate=v._incrs=v._found=v._splits=v._values=null,v._size>0&&(ts[T]=!0,v._el=Ai(Eb,d))}}function Ms(v,T,P,O){let[X,J,de,ge]=P,Se=T%2,Le=0;return Se==0&&(ge||J)&&(Le=T==0&&!X||T==2&&!de?wn(Dm.size/3):0),Se==1&&(X||de)&&(Le=T==1&&!J||T==3&&!ge?wn(Fm.size/2):0),Le}let ma=n.padding=(i.padding||[Ms,Ms,Ms,Ms]).map(v=>vt(wt(v,Ms))),Fi=n._padding=ma.map((v,T)=>v(n,T,ts,0)),rn,cn=null,un=null,ns=s==1?y[0].idxs:null,fi=null,js=!1;function ga(v,T){if(e=v??[],n.data=n._data=e,s==2){rn=0;for(let P=1;P<y.length;P++)rn+=e[P][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),fi=e[0],rn=fi.length;let P=e;if(B==2){P=e.slice();let O=P[0]=Array(rn);for(let X=0;X<rn;X++)O[X]=X}n._data=e=P}if(ft(!0),Pn("setData"),B==2&&(ve=!0),T!==!1){let P=N;P.auto(n,js)?_a():Qs(S,P.min,P.max),re=re||ie.left>=0,_e=!0,Vn()}}n.setData=ga;function _a(){js=!0;let v,T;s==1&&(rn>0?(cn=ns[0]=0,un=ns[1]=rn-1,v=e[0][cn],T=e[0][un],B==2?(v=cn,T=un):v==T&&(B==3?[v,T]=rc(v,v,N.log,!1):B==4?[v,T]=vd(v,v,N.log,!1):N.time?T=v+wn(86400/g):[v,T]=nc(v,T,Sd,!0))):(cn=ns[0]=v=null,un=ns[1]=T=null)),Qs(S,v,T)}let to,Zs,no,A,V,ee,K,Z,Te,Ie;function Ae(v,T,P,O,X,J){v??=cm,P??=wd,O??="butt",X??=cm,J??="round",v!=to&&(h.strokeStyle=to=v),X!=Zs&&(h.fillStyle=Zs=X),T!=no&&(h.lineWidth=no=T),J!=V&&(h.lineJoin=V=J),O!=ee&&(h.lineCap=ee=O),P!=A&&h.setLineDash(A=P)}function Ne(v,T,P,O){T!=Zs&&(h.fillStyle=Zs=T),v!=K&&(h.font=K=v),P!=Z&&(h.textAlign=Z=P),O!=Te&&(h.textBaseline=Te=O)}function Ge(v,T,P,O,X=0){if(O.length>0&&v.auto(n,js)&&(T==null||T.min==null)){let J=wt(cn,0),de=wt(un,O.length-1),ge=P.min==null?Vb(O,J,de,X,v.distr==3):[P.min,P.max];v.min=Gi(v.min,P.min=ge[0]),v.max=ti(v.max,P.max=ge[1])}}let st={min:null,max:null};function gt(){for(let O in b){let X=b[O];H[O]==null&&(X.min==null||H[S]!=null&&X.auto(n,js))&&(H[O]=st)}for(let O in b){let X=b[O];H[O]==null&&X.from!=null&&H[X.from]!=null&&(H[O]=st)}H[S]!=null&&ft(!0);let v={};for(let O in H){let X=H[O];if(X!=null){let J=v[O]=_o(b[O],jb);if(X.min!=null)xn(J,X);else if(O!=S||s==2)if(rn==0&&J.from==null){let de=J.range(n,null,null,O);J.min=de[0],J.max=de[1]}else J.min=kt,J.max=-kt}}if(rn>0){y.forEach((O,X)=>{if(s==1){let J=O.scale,de=H[J];if(de==null)return;let ge=v[J];if(X==0){let Se=ge.range(n,ge.min,ge.max,J);ge.min=Se[0],ge.max=Se[1],cn=Vi(ge.min,e[0]),un=Vi(ge.max,e[0]),un-cn>1&&(e[0][cn]<ge.min&&cn++,e[0][un]>ge.max&&un--),O.min=fi[cn],O.max=fi[un]}else O.show&&O.auto&&Ge(ge,de,O,e[X],O.sorted);O.idxs[0]=cn,O.idxs[1]=un}else if(X>0&&O.show&&O.auto){let[J,de]=O.facets,ge=J.scale,Se=de.scale,[Le,De]=e[X],Fe=v[ge],at=v[Se];Fe!=null&&Ge(Fe,H[ge],J,Le,J.sorted),at!=null&&Ge(at,H[Se],de,De,de.sorted),O.min=de.min,O.max=de.max}});for(let O in v){let X=v[O],J=H[O];if(X.from==null&&(J==null||J.min==null)){let de=X.range(n,X.min==kt?null:X.min,X.max==-kt?null:X.max,O);X.min=de[0],X.max=de[1]}}}for(let O in v){let X=v[O];if(X.from!=null){let J=v[X.from];if(J.min==null)X.min=X.max=null;else{let de=X.range(n,J.min,J.max,O);X.min=de[0],X.max=de[1]}}}let T={},P=!1;for(let O in v){let X=v[O],J=b[O];if(J.min!=X.min||J.max!=X.max){J.min=X.min,J.max=X.max;let de=J.distr;J._min=de==3?As(J.min):de==4?sd(J.min,J.asinh):de==100?J.fwd(J.min):J.min,J._max=de==3?As(J.max):de==4?sd(J.max,J.asinh):de==100?J.fwd(J.max):J.max,T[O]=P=!0}}if(P){y.forEach((O,X)=>{s==2?X>0&&T.y&&(O._paths=null):T[O.scale]&&(O._paths=null)});for(let O in T)ve=!0,Pn("setScale",O);se&&ie.left>=0&&(re=_e=!0)}for(let O in H)H[O]=null}function Ve(v){let T=dd(cn-1,0,rn-1),P=dd(un+1,0,rn-1);for(;v[T]==null&&T>0;)T--;for(;v[P]==null&&P<rn-1;)P++;return[T,P]}function _t(){if(rn>0){let v=y.some(T=>T._focus)&&Ie!=ze.alpha;v&&(h.globalAlpha=Ie=ze.alpha),y.forEach((T,P)=>{if(P>0&&T.show&&(Jt(P,!1),Jt(P,!0),T._paths==null)){let O=Ie;Ie!=T.alpha&&(h.globalAlpha=Ie=T.alpha);let X=s==2?[0,e[P][0].length-1]:Ve(e[P]);T._paths=T.paths(n,P,X[0],X[1]),Ie!=O&&(h.globalAlpha=Ie=O)}}),y.forEach((T,P)=>{if(P>0&&T.show){let O=Ie;Ie!=T.alpha&&(h.globalAlpha=Ie=T.alpha),T._paths!=null&&Nt(P,!1);{let X=T._paths!=null?T._paths.gaps:null,J=T.points.show(n,P,cn,un,X),de=T.points.filter(n,P,J,X);(J||de)&&(T.points._paths=T.points.paths(n,P,cn,un,de),Nt(P,!0))}Ie!=O&&(h.globalAlpha=Ie=O),Pn("drawSeries",P)}}),v&&(h.globalAlpha=Ie=1)}}function Jt(v,T){let P=T?y[v].points:y[v];P._stroke=P.stroke(n,v),P._fill=P.fill(n,v)}function Nt(v,T){let P=T?y[v].points:y[v],{stroke:O,fill:X,clip:J,flags:de,_stroke:ge=P._stroke,_fill:Se=P._fill,_width:Le=P.width}=P._paths;Le=Bt(Le*At,3);let De=null,Fe=Le%2/2;T&&Se==null&&(Se=Le>0?"#fff":ge);let at=P.pxAlign==1&&Fe>0;if(at&&h.translate(Fe,Fe),!T){let Tt=R-Le/2,Mt=M-Le/2,yt=$+Le,tt=pe+Le;De=new Path2D,De.rect(Tt,Mt,yt,tt)}T?Ue(ge,Le,P.dash,P.cap,Se,O,X,de,J):Pt(v,ge,Le,P.dash,P.cap,Se,O,X,de,De,J),at&&h.translate(-Fe,-Fe)}function Pt(v,T,P,O,X,J,de,ge,Se,Le,De){let Fe=!1;Se!=0&&C.forEach((at,Tt)=>{if(at.series[0]==v){let Mt=y[at.series[1]],yt=e[at.series[1]],tt=(Mt._paths||Aa).band;nr(tt)&&(tt=at.dir==1?tt[0]:tt[1]);let qe,Wt=null;Mt.show&&tt&&Hb(yt,cn,un)?(Wt=at.fill(n,Tt)||J,qe=Mt._paths.clip):tt=null,Ue(T,P,O,X,Wt,de,ge,Se,Le,De,qe,tt),Fe=!0}}),Fe||Ue(T,P,O,X,J,de,ge,Se,Le,De)}let Mn=xo|md;function Ue(v,T,P,O,X,J,de,ge,Se,Le,De,Fe){Ae(v,T,P,O,X),(Se||Le||Fe)&&(h.save(),Se&&h.clip(Se),Le&&h.clip(Le)),Fe?(ge&Mn)==Mn?(h.clip(Fe),De&&h.clip(De),bt(X,de),pn(v,J,T)):ge&md?(bt(X,de),h.clip(Fe),pn(v,J,T)):ge&xo&&(h.save(),h.clip(Fe),De&&h.clip(De),bt(X,de),h.restore(),pn(v,J,T)):(bt(X,de),pn(v,J,T)),(Se||Le||Fe)&&h.restore()}function pn(v,T,P){P>0&&(T instanceof Map?T.forEach((O,X)=>{h.strokeStyle=to=X,h.stroke(O)}):T!=null&&v&&h.stroke(T))}function bt(v,T){T instanceof Map?T.forEach((P,O)=>{h.fillStyle=Zs=O,h.fill(P)}):T!=null&&v&&h.fill(T)}function ws(v,T,P,O){let X=w[v],J;if(O<=0)J=[0,0];else{let de=X._space=X.space(n,v,T,P,O),ge=X._incrs=X.incrs(n,v,T,P,O,de);J=uS(T,P,ge,O,de)}return X._found=J}function mn(v,T,P,O,X,J,de,ge,Se,Le){let De=de%2/2;_==1&&h.translate(De,De),Ae(ge,de,Se,Le,ge),h.beginPath();let Fe,at,Tt,Mt,yt=X+(O==0||O==3?-J:J);P==0?(at=X,Mt=yt):(Fe=X,Tt=yt);for(let tt=0;tt<v.length;tt++)T[tt]!=null&&(P==0?Fe=Tt=v[tt]:at=Mt=v[tt],h.moveTo(Fe,at),h.lineTo(Tt,Mt));h.stroke(),_==1&&h.translate(-De,-De)}function io(v){let T=!0;return w.forEach((P,O)=>{if(!P.show)return;let X=b[P.scale];if(X.min==null){P._show&&(T=!1,P._show=!1,ft(!1));return}else P._show||(T=!1,P._show=!0,ft(!1));let J=P.side,de=J%2,{min:ge,max:Se}=X,[Le,De]=ws(O,ge,Se,de==0?k:Re);if(De==0)return;let Fe=X.distr==2,at=P._splits=P.splits(n,O,ge,Se,Le,De,Fe),Tt=X.distr==2?at.map(qe=>fi[qe]):at,Mt=X.distr==2?fi[at[1]]-fi[at[0]]:Le,yt=P._values=P.values(n,P.filter(n,Tt,O,De,Mt),O,De,Mt);P._rotate=J==2?P.rotate(n,yt,O,De):0;let tt=P._size;P._size=Ci(P.size(n,yt,O,v)),tt!=null&&P._size!=tt&&(T=!1)}),T}function is(v){let T=!0;return ma.forEach((P,O)=>{let X=P(n,O,ts,v);X!=Fi[O]&&(T=!1),Fi[O]=X}),T}function Es(){for(let v=0;v<w.length;v++){let T=w[v];if(!T.show||!T._show)continue;let P=T.side,O=P%2,X,J,de=T.stroke(n,v),ge=P==0||P==3?-1:1,[Se,Le]=T._found;if(T.label!=null){let Qn=T.labelGap*ge,gi=wn((T._lpos+Qn)*At);Ne(T.labelFont[0],de,"center",P==2?"top":lm),h.save(),O==1?(X=J=0,h.translate(gi,wn(M+pe/2)),h.rotate((P==3?-ec:ec)/2)):(X=wn(R+$/2),J=gi);let br=Zm(T.label)?T.label(n,v,Se,Le):T.label;h.fillText(br,X,J),h.restore()}if(Le==0)continue;let De=b[T.scale],Fe=O==0?$:pe,at=O==0?R:M,Tt=T._splits,Mt=De.distr==2?Tt.map(Qn=>fi[Qn]):Tt,yt=De.distr==2?fi[Tt[1]]-fi[Tt[0]]:Se,tt=T.ticks,qe=T.border,Wt=tt.show?tt.size:0,an=wn(Wt*At),Ln=wn((T.alignTo==2?T._size-Wt-T.gap:T.gap)*At),Ut=T._rotate*-ec/180,ln=m(T._pos*At),pi=(an+Ln)*ge,Jn=ln+pi;J=O==0?Jn:0,X=O==1?Jn:0;let Ei=T.font[0],ki=T.align==1?ho:T.align==2?td:Ut>0?ho:Ut<0?td:O==0?"center":P==3?td:ho,os=Ut||O==1?"middle":P==2?"top":lm;Ne(Ei,de,ki,os);let mi=T.font[1]*T.lineGap,Ti=Tt.map(Qn=>m(a(Qn,De,Fe,at))),Bi=T._values;for(let Qn=0;Qn<Bi.length;Qn++){let gi=Bi[Qn];if(gi!=null){O==0?X=Ti[Qn]:J=Ti[Qn],gi=""+gi;let br=gi.indexOf(`
`)==-1?[gi]:gi.split(/\n/gm);for(let ei=0;ei<br.length;ei++){let om=br[ei];Ut?(h.save(),h.translate(X,J+ei*mi),h.rotate(Ut),h.fillText(om,0,0),h.restore()):h.fillText(om,X,J+ei*mi)}}}tt.show&&mn(Ti,tt.filter(n,Mt,v,Le,yt),O,P,ln,an,Bt(tt.width*At,3),tt.stroke(n,v),tt.dash,tt.cap);let as=T.grid;as.show&&mn(Ti,as.filter(n,Mt,v,Le,yt),O,O==0?2:1,O==0?M:R,O==0?pe:$,Bt(as.width*At,3),as.stroke(n,v),as.dash,as.cap),qe.show&&mn([ln],[1],O==0?1:0,O==0?1:2,O==1?M:R,O==1?pe:$,Bt(qe.width*At,3),qe.stroke(n,v),qe.dash,qe.cap)}Pn("drawAxes")}function ft(v){y.forEach((T,P)=>{P>0&&(T._paths=null,v&&(s==1?(T.min=null,T.max=null):T.facets.forEach(O=>{O.min=null,O.max=null})))})}let on=!1,Zn=!1,Lt=[];function gn(){Zn=!1;for(let v=0;v<Lt.length;v++)Pn(...Lt[v]);Lt.length=0}function Vn(){on||(iv(Gp),on=!0)}function $l(v,T=!1){on=!0,Zn=T,v(n),Gp(),T&&Lt.length>0&&queueMicrotask(gn)}n.batch=$l;function Gp(){if(he&&(gt(),he=!1),ve&&(Ee(),ve=!1),be){if(Xt(f,ho,Je),Xt(f,"top",lt),Xt(f,Ma,k),Xt(f,wa,Re),Xt(p,ho,Je),Xt(p,"top",lt),Xt(p,Ma,k),Xt(p,wa,Re),Xt(d,Ma,sn),Xt(d,wa,fn),u.width=wn(sn*At),u.height=wn(fn*At),w.forEach(({_el:v,_show:T,_size:P,_pos:O,side:X})=>{if(v!=null)if(T){let J=X===3||X===0?P:0,de=X%2==1;Xt(v,de?"left":"top",O-J),Xt(v,de?"width":"height",P),Xt(v,de?"top":"left",de?lt:Je),Xt(v,de?"height":"width",de?Re:k),ud(v,Mr)}else _i(v,Mr)}),to=Zs=no=V=ee=K=Z=Te=A=null,Ie=1,ba(!0),Je!=we||lt!=Ft||k!=Xe||Re!=je){ft(!1);let v=k/Xe,T=Re/je;if(se&&!re&&ie.left>=0){ie.left*=v,ie.top*=T,so&&ls(so,wn(ie.left),0,k,Re),ro&&ls(ro,0,wn(ie.top),k,Re);for(let P=0;P<ct.length;P++){let O=ct[P];O!=null&&(Vt[P]*=v,jn[P]*=T,ls(O,Ci(Vt[P]),Ci(jn[P]),k,Re))}}if(Ht.show&&!le&&Ht.left>=0&&Ht.width>0){Ht.left*=v,Ht.width*=v,Ht.top*=T,Ht.height*=T;for(let P in Zh)Xt(lo,P,Ht[P])}we=Je,Ft=lt,Xe=k,je=Re}Pn("setSize"),be=!1}sn>0&&fn>0&&(h.clearRect(0,0,u.width,u.height),Pn("drawClear"),E.forEach(v=>v()),Pn("draw")),Ht.show&&le&&(Kl(Ht),le=!1),se&&re&&(yr(null,!0,!1),re=!1),ce.show&&ce.live&&_e&&(Kh(),_e=!1),c||(c=!0,n.status=1,Pn("ready")),js=!1,on=!1}n.redraw=(v,T)=>{ve=T||!1,v!==!1?Qs(S,N.min,N.max):Vn()};function Yh(v,T){let P=b[v];if(P.from==null){if(rn==0){let O=P.range(n,T.min,T.max,v);T.min=O[0],T.max=O[1]}if(T.min>T.max){let O=T.min;T.min=T.max,T.max=O}if(rn>1&&T.min!=null&&T.max!=null&&T.max-T.min<1e-16)return;v==S&&P.distr==2&&rn>0&&(T.min=Vi(T.min,e[0]),T.max=Vi(T.max,e[0]),T.min==T.max&&T.max++),H[v]=T,he=!0,Vn()}}n.setScale=Yh;let qh,$h,so,ro,Hp,Wp,oo,ao,Xp,Yp,Gt,Kt,Js=!1,Bn=ie.drag,In=Bn.x,Nn=Bn.y;se&&(ie.x&&(qh=Ai(Ab,p)),ie.y&&($h=Ai(Cb,p)),N.ori==0?(so=qh,ro=$h):(so=$h,ro=qh),Gt=ie.left,Kt=ie.top);let Ht=n.select=xn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),lo=Ht.show?Ai(Tb,Ht.over?p:f):null;function Kl(v,T){if(Ht.show){for(let P in v)Ht[P]=v[P],P in Zh&&Xt(lo,P,v[P]);T!==!1&&Pn("setSelect")}}n.setSelect=Kl;function ob(v){if(y[v].show)Y&&ud(Ze[v],Mr);else if(Y&&_i(Ze[v],Mr),se){let P=Ce?ct[0]:ct[v];P!=null&&ls(P,-10,-10,k,Re)}}function Qs(v,T,P){Yh(v,{min:T,max:P})}function ss(v,T,P,O){T.focus!=null&&hb(v),T.show!=null&&y.forEach((X,J)=>{J>0&&(v==J||v==null)&&(X.show=T.show,ob(J),s==2?(Qs(X.facets[0].scale,null,null),Qs(X.facets[1].scale,null,null)):Qs(X.scale,null,null),Vn())}),P!==!1&&Pn("setSeries",v,T),O&&va("setSeries",n,v,T)}n.setSeries=ss;function ab(v,T){xn(C[v],T)}function lb(v,T){v.fill=vt(v.fill||null),v.dir=wt(v.dir,-1),T=T??C.length,C.splice(T,0,v)}function cb(v){v==null?C.length=0:C.splice(v,1)}n.addBand=lb,n.setBand=ab,n.delBand=cb;function ub(v,T){y[v].alpha=T,se&&ct[v]!=null&&(ct[v].style.opacity=T),Y&&Ze[v]&&(Ze[v].style.opacity=T)}let Ts,er,xr,co={focus:!0};function hb(v){if(v!=xr){let T=v==null,P=ze.alpha!=1;y.forEach((O,X)=>{if(s==1||X>0){let J=T||X==0||X==v;O._focus=T?null:J,P&&ub(X,J?1:ze.alpha)}}),xr=v,P&&Vn()}}Y&&it&&St(dm,ae,v=>{ie._lock||(nt(v),xr!=null&&ss(null,co,!0,_n.setSeries))});function rs(v,T,P){let O=b[T];P&&(v=v/At-(O.ori==1?lt:Je));let X=k;O.ori==1&&(X=Re,v=X-v),O.dir==-1&&(v=X-v);let J=O._min,de=O._max,ge=v/X,Se=J+(de-J)*ge,Le=O.distr;return Le==3?mo(10,Se):Le==4?Xb(Se,O.asinh):Le==100?O.bwd(Se):Se}function db(v,T){let P=rs(v,S,T);return Vi(P,e[0],cn,un)}n.valToIdx=v=>Vi(v,e[0]),n.posToIdx=db,n.posToVal=rs,n.valToPos=(v,T,P)=>b[T].ori==0?r(v,b[T],P?$:k,P?R:0):o(v,b[T],P?pe:Re,P?M:0),n.setCursor=(v,T,P)=>{Gt=v.left,Kt=v.top,yr(null,T,P)};function qp(v,T){Xt(lo,ho,Ht.left=v),Xt(lo,Ma,Ht.width=T)}function $p(v,T){Xt(lo,"top",Ht.top=v),Xt(lo,wa,Ht.height=T)}let xa=N.ori==0?qp:$p,ya=N.ori==1?qp:$p;function fb(){if(Y&&ce.live)for(let v=s==2?1:0;v<y.length;v++){if(v==0&&dt)continue;let T=ce.values[v],P=0;for(let O in T)Be[v][P++].firstChild.nodeValue=T[O]}}function Kh(v,T){if(v!=null&&(v.idxs?v.idxs.forEach((P,O)=>{Q[O]=P}):Kb(v.idx)||Q.fill(v.idx),ce.idx=Q[0]),Y&&ce.live){for(let P=0;P<y.length;P++)(P>0||s==1&&!dt)&&pb(P,Q[P]);fb()}_e=!1,T!==!1&&Pn("setLegend")}n.setLegend=Kh;function pb(v,T){let P=y[v],O=v==0&&B==2?fi:e[v],X;dt?X=P.values(n,v,T)??ot:(X=P.value(n,T==null?null:O[T],v,T),X=X==null?ot:{_:X}),ce.values[v]=X}function yr(v,T,P){Xp=Gt,Yp=Kt,[Gt,Kt]=ie.move(n,Gt,Kt),ie.left=Gt,ie.top=Kt,se&&(so&&ls(so,wn(Gt),0,k,Re),ro&&ls(ro,0,wn(Kt),k,Re));let O,X=cn>un;Ts=kt,er=null;let J=N.ori==0?k:Re,de=N.ori==1?k:Re;if(Gt<0||rn==0||X){O=ie.idx=null;for(let ge=0;ge<y.length;ge++){let Se=ct[ge];Se!=null&&ls(Se,-10,-10,k,Re)}it&&ss(null,co,!0,v==null&&_n.setSeries),ce.live&&(Q.fill(O),_e=!0)}else{let ge,Se,Le;s==1&&(ge=N.ori==0?Gt:Kt,Se=rs(ge,S),O=ie.idx=Vi(Se,e[0],cn,un),Le=G(e[0][O],N,J,0));let De=-10,Fe=-10,at=0,Tt=0,Mt=!0,yt="",tt="";for(let qe=s==2?1:0;qe<y.length;qe++){let Wt=y[qe],an=Q[qe],Ln=an==null?null:s==1?e[qe][an]:e[qe][1][an],Ut=ie.dataIdx(n,qe,O,Se),ln=Ut==null?null:s==1?e[qe][Ut]:e[qe][1][Ut];if(_e=_e||ln!=Ln||Ut!=an,Q[qe]=Ut,qe>0&&Wt.show){let pi=Ut==null?-10:Ut==O?Le:G(s==1?e[0][Ut]:e[qe][0][Ut],N,J,0),Jn=ln==null?-10:L(ln,s==1?b[Wt.scale]:b[Wt.facets[1].scale],de,0);if(it&&ln!=null){let Ei=N.ori==1?Gt:Kt,ki=En(ze.dist(n,qe,Ut,Jn,Ei));if(ki<Ts){let os=ze.bias;if(os!=0){let mi=rs(Ei,Wt.scale),Ti=ln>=0?1:-1,Bi=mi>=0?1:-1;Bi==Ti&&(Bi==1?os==1?ln>=mi:ln<=mi:os==1?ln<=mi:ln>=mi)&&(Ts=ki,er=qe)}else Ts=ki,er=qe}}if(_e||Ce){let Ei,ki;N.ori==0?(Ei=pi,ki=Jn):(Ei=Jn,ki=pi);let os,mi,Ti,Bi,as,Qn,gi=!0,br=fe.bbox;if(br!=null){gi=!1;let ei=br(n,qe);Ti=ei.left,Bi=ei.top,os=ei.width,mi=ei.height}else Ti=Ei,Bi=ki,os=mi=fe.size(n,qe);if(Qn=fe.fill(n,qe),as=fe.stroke(n,qe),Ce)qe==er&&Ts<=ze.prox&&(De=Ti,Fe=Bi,at=os,Tt=mi,Mt=gi,yt=Qn,tt=as);else{let ei=ct[qe];ei!=null&&(Vt[qe]=Ti,jn[qe]=Bi,ym(ei,os,mi,gi),_m(ei,Qn,as),ls(ei,Ci(Ti),Ci(Bi),k,Re))}}}}if(Ce){let qe=ze.prox,Wt=xr==null?Ts<=qe:Ts>qe||er!=xr;if(_e||Wt){let an=ct[0];an!=null&&(Vt[0]=De,jn[0]=Fe,ym(an,at,Tt,Mt),_m(an,yt,tt),ls(an,Ci(De),Ci(Fe),k,Re))}}}if(Ht.show&&Js)if(v!=null){let[ge,Se]=_n.scales,[Le,De]=_n.match,[Fe,at]=v.cursor.sync.scales,Tt=v.cursor.drag;if(In=Tt._x,Nn=Tt._y,In||Nn){let{left:Mt,top:yt,width:tt,height:qe}=v.select,Wt=v.scales[Fe].ori,an=v.posToVal,Ln,Ut,ln,pi,Jn,Ei=ge!=null&&Le(ge,Fe),ki=Se!=null&&De(Se,at);Ei&&In?(Wt==0?(Ln=Mt,Ut=tt):(Ln=yt,Ut=qe),ln=b[ge],pi=G(an(Ln,Fe),ln,J,0),Jn=G(an(Ln+Ut,Fe),ln,J,0),xa(Gi(pi,Jn),En(Jn-pi))):xa(0,J),ki&&Nn?(Wt==1?(Ln=Mt,Ut=tt):(Ln=yt,Ut=qe),ln=b[Se],pi=L(an(Ln,at),ln,de,0),Jn=L(an(Ln+Ut,at),ln,de,0),ya(Gi(pi,Jn),En(Jn-pi))):ya(0,de)}else Jh()}else{let ge=En(Xp-Hp),Se=En(Yp-Wp);if(N.ori==1){let at=ge;ge=Se,Se=at}In=Bn.x&&ge>=Bn.dist,Nn=Bn.y&&Se>=Bn.dist;let Le=Bn.uni;Le!=null?In&&Nn&&(In=ge>=Le,Nn=Se>=Le,!In&&!Nn&&(Se>ge?Nn=!0:In=!0)):Bn.x&&Bn.y&&(In||Nn)&&(In=Nn=!0);let De,Fe;In&&(N.ori==0?(De=oo,Fe=Gt):(De=ao,Fe=Kt),xa(Gi(De,Fe),En(Fe-De)),Nn||ya(0,de)),Nn&&(N.ori==1?(De=oo,Fe=Gt):(De=ao,Fe=Kt),ya(Gi(De,Fe),En(Fe-De)),In||xa(0,J)),!In&&!Nn&&(xa(0,0),ya(0,0))}if(Bn._x=In,Bn._y=Nn,v==null){if(P){if(rm!=null){let[ge,Se]=_n.scales;_n.values[0]=ge!=null?rs(N.ori==0?Gt:Kt,ge):null,_n.values[1]=Se!=null?rs(N.ori==1?Gt:Kt,Se):null}va(nd,n,Gt,Kt,k,Re,O)}if(it){let ge=P&&_n.setSeries,Se=ze.prox;xr==null?Ts<=Se&&ss(er,co,!0,ge):Ts>Se?ss(null,co,!0,ge):er!=xr&&ss(er,co,!0,ge)}}_e&&(ce.idx=O,Kh()),T!==!1&&Pn("setCursor")}let tr=null;Object.defineProperty(n,"rect",{get(){return tr==null&&ba(!1),tr}});function ba(v=!1){v?tr=null:(tr=p.getBoundingClientRect(),Pn("syncRect",tr))}function Kp(v,T,P,O,X,J,de){ie._lock||Js&&v!=null&&v.movementX==0&&v.movementY==0||(jh(v,T,P,O,X,J,de,!1,v!=null),v!=null?yr(null,!0,!0):yr(T,!0,!1))}function jh(v,T,P,O,X,J,de,ge,Se){if(tr==null&&ba(!1),nt(v),v!=null)P=v.clientX-tr.left,O=v.clientY-tr.top;else{if(P<0||O<0){Gt=-10,Kt=-10;return}let[Le,De]=_n.scales,Fe=T.cursor.sync,[at,Tt]=Fe.values,[Mt,yt]=Fe.scales,[tt,qe]=_n.match,Wt=T.axes[0].side%2==1,an=N.ori==0?k:Re,Ln=N.ori==1?k:Re,Ut=Wt?J:X,ln=Wt?X:J,pi=Wt?O:P,Jn=Wt?P:O;if(Mt!=null?P=tt(Le,Mt)?a(at,b[Le],an,0):-10:P=an*(pi/Ut),yt!=null?O=qe(De,yt)?a(Tt,b[De],Ln,0):-10:O=Ln*(Jn/ln),N.ori==1){let Ei=P;P=O,O=Ei}}Se&&(T==null||T.cursor.event.type==nd)&&((P<=1||P>=k-1)&&(P=vr(P,k)),(O<=1||O>=Re-1)&&(O=vr(O,Re))),ge?(Hp=P,Wp=O,[oo,ao]=ie.move(n,P,O)):(Gt=P,Kt=O)}let Zh={width:0,height:0,left:0,top:0};function Jh(){Kl(Zh,!1)}let jp,Zp,Jp,Qp;function em(v,T,P,O,X,J,de){Js=!0,In=Nn=Bn._x=Bn._y=!1,jh(v,T,P,O,X,J,de,!0,!1),v!=null&&(St(id,ld,tm,!1),va(um,n,oo,ao,k,Re,null));let{left:ge,top:Se,width:Le,height:De}=Ht;jp=ge,Zp=Se,Jp=Le,Qp=De}function tm(v,T,P,O,X,J,de){Js=Bn._x=Bn._y=!1,jh(v,T,P,O,X,J,de,!1,!0);let{left:ge,top:Se,width:Le,height:De}=Ht,Fe=Le>0||De>0,at=jp!=ge||Zp!=Se||Jp!=Le||Qp!=De;if(Fe&&at&&Kl(Ht),Bn.setScale&&Fe&&at){let Tt=ge,Mt=Le,yt=Se,tt=De;if(N.ori==1&&(Tt=Se,Mt=De,yt=ge,tt=Le),In&&Qs(S,rs(Tt,S),rs(Tt+Mt,S)),Nn)for(let qe in b){let Wt=b[qe];qe!=S&&Wt.from==null&&Wt.min!=kt&&Qs(qe,rs(yt+tt,qe),rs(yt,qe))}Jh()}else ie.lock&&(ie._lock=!ie._lock,yr(T,!0,v!=null));v!=null&&(Sn(id,ld),va(id,n,Gt,Kt,k,Re,null))}function mb(v,T,P,O,X,J,de){if(ie._lock)return;nt(v);let ge=Js;if(Js){let Se=!0,Le=!0,De=10,Fe,at;N.ori==0?(Fe=In,at=Nn):(Fe=Nn,at=In),Fe&&at&&(Se=Gt<=De||Gt>=k-De,Le=Kt<=De||Kt>=Re-De),Fe&&Se&&(Gt=Gt<oo?0:k),at&&Le&&(Kt=Kt<ao?0:Re),yr(null,!0,!0),Js=!1}Gt=-10,Kt=-10,Q.fill(null),yr(null,!0,!0),ge&&(Js=ge)}function nm(v,T,P,O,X,J,de){ie._lock||(nt(v),_a(),Jh(),v!=null&&va(fm,n,Gt,Kt,k,Re,null))}function im(){w.forEach(hS),F(n.width,n.height,!0)}wr(tc,po,im);let uo={};uo.mousedown=em,uo.mousemove=Kp,uo.mouseup=tm,uo.dblclick=nm,uo.setSeries=(v,T,P,O)=>{let X=_n.match[2];P=X(n,T,P),P!=-1&&ss(P,O,!0,!1)},se&&(St(um,p,em),St(nd,p,Kp),St(hm,p,v=>{nt(v),ba(!1)}),St(dm,p,mb),St(fm,p,nm),gd.add(n),n.syncRect=ba);let jl=n.hooks=i.hooks||{};function Pn(v,T,P){Zn?Lt.push([v,T,P]):v in jl&&jl[v].forEach(O=>{O.call(null,n,T,P)})}(i.plugins||[]).forEach(v=>{for(let T in v.hooks)jl[T]=(jl[T]||[]).concat(v.hooks[T])});let sm=(v,T,P)=>P,_n=xn({key:null,setSeries:!1,filters:{pub:wm,sub:wm},scales:[S,y[1]?y[1].scale:null],match:[Em,Em,sm],values:[null,null]},ie.sync);_n.match.length==2&&_n.match.push(sm),ie.sync=_n;let rm=_n.key,Qh=vg(rm);function va(v,T,P,O,X,J,de){_n.filters.pub(v,T,P,O,X,J,de)&&Qh.pub(v,T,P,O,X,J,de)}Qh.sub(n);function gb(v,T,P,O,X,J,de){_n.filters.sub(v,T,P,O,X,J,de)&&uo[v](null,T,P,O,X,J,de)}n.pub=gb;function _b(){Qh.unsub(n),gd.delete(n),Rn.clear(),hd(tc,po,im),l.remove(),ae?.remove(),Pn("destroy")}n.destroy=_b;function ed(){Pn("init",i,e),ga(e||i.data,!1),H[S]?Yh(S,H[S]):_a(),le=Ht.show&&(Ht.width>0||Ht.height>0),re=_e=!0,F(i.width,i.height)}return y.forEach(eo),w.forEach(Ss),t?t instanceof HTMLElement?(t.appendChild(l),ed()):t(n,ed):ed(),n}zn.assign=xn;zn.fmtNum=Md;zn.rangeNum=nc;zn.rangeLog=rc;zn.rangeAsinh=vd;zn.orient=Tr;zn.pxRatio=At;zn.join=nv;zn.fmtDate=Ed,zn.tzDate=fv;zn.sync=vg;{zn.addGap=Kv,zn.clipGaps=lc;let i=zn.paths={points:Ag};i.linear=Rg,i.stepped=Jv,i.bars=Qv,i.spline=tS}function Ke(i){return document.getElementById(i)}function xe(i,{text:e,on:t={},data:n={},...s}={},...r){let o=document.createElement(i);for(let[a,c]of Object.entries(s))a.includes("-")||a==="role"||a==="for"?o.setAttribute(a,c):o[a]=c;Object.assign(o.dataset,n);for(let[a,c]of Object.entries(t))o.addEventListener(a,c);return e!==void 0&&(o.textContent=e),o.append(...r),o}var dS="http://www.w3.org/2000/svg";function Qt(i,{text:e,...t}={},...n){let s=document.createElementNS(dS,i);for(let[r,o]of Object.entries(t))s.setAttribute(r,o);return e!==void 0&&(s.textContent=e),s.append(...n),s}function Rs(i,e=1){if(!Number.isFinite(i))return"\u2013";if(Math.abs(i)<120)return`${i.toFixed(e)} s`;let t=Math.floor(i/60);return`${t} min ${(i-60*t).toFixed(0).padStart(2,"0")} s`}function Is(i){return Number.isFinite(i)?Math.abs(i)<1e3?`${i.toFixed(0)} ns`:Math.abs(i)<1e6?`${(i/1e3).toFixed(0)} \xB5s`:Math.abs(i)<1e9?`${(i/1e6).toFixed(1)} ms`:`${(i/1e9).toFixed(1)} s`:"\u2013"}function Pd(i){return!Number.isFinite(i)||i<=0?"":i>=1e3?`${+(i/1e3).toPrecision(3)} kHz`:`${+i.toPrecision(3)} Hz`}var dc=class{constructor(){this.clear()}clear(){this.labels=[],this.data=[[]],this.omitted=0}push(e,t){e<this.data[0].at(-1)&&this.clear();let n=!1,[s,...r]=this.data;s.push(e);for(let o of r)o.push(null);this.omitted=0;for(let{label:o,value:a}of t){let c=this.labels.indexOf(o);if(c<0){if(this.labels.length>=14){this.omitted++;continue}c=this.labels.push(o)-1,this.data.push(new Array(s.length).fill(null)),n=!0}this.data[c+1][s.length-1]=Number.isFinite(a)?a:null}return n}forget(e){let t=this.data[0],n=Math.max(0,t.length-2e4);for(;n<t.length&&t[n]<e;)n++;if(n>t.length/4||t.length>2e4)for(let s of this.data)s.splice(0,n)}};var Dg=new Set(["number","boolean"]),Og=5;function Ld(i,e="",t=0){return t>Og?[]:i.fields.flatMap(n=>{let s=e+n.name+(n.fieldKind==="list"?"[]":""),r=n.message;if(r&&fS(r))return e===""||n.name!=="timestamp"?[s]:[];if(r)return n.name==="stamp"?[]:Ld(r,s+".",t+1);let o=n.scalar;return o!==void 0&&o!==9&&o!==12?[s]:[]})}function fS(i){return i.typeName==="google.protobuf.Timestamp"||i.typeName==="google.protobuf.Duration"}function fc(i,e="",t=0){return Dg.has(typeof i)?[e]:i===null||typeof i!="object"||t>Og?[]:Array.isArray(i)?[...new Set(i.flatMap(n=>fc(n,e+"[]",t+1)))]:Object.entries(i).flatMap(([n,s])=>fc(s,e===""?n:`${e}.${n}`,t+1))}function pc(i,e,t=[]){let n=[];Ug(i.split("."),e,[],n,t);let s=e?.actor;if(typeof s=="string"&&s!=="")for(let r of n)r.label=r.label===""?s:`${s} ${r.label}`;return n}function Ug(i,e,t,n,s){if(i.length===0){Dg.has(typeof e)&&n.push({label:t.join(" "),value:Number(e)});return}if(e==null)return;let[r,...o]=i,a=r.match(/(\[\])*$/)[0].length/2;Fg(e[a===0?r:r.slice(0,-2*a)],a,t,(c,l)=>Ug(o,c,l,n,s),s)}function Fg(i,e,t,n,s){if(e===0){n(i,t);return}Array.isArray(i)&&i.forEach((r,o)=>Fg(r,e-1,[...t,pS(r)??(s.length===i.length?s[o]:String(o))],n,s))}function pS(i){for(let e of["name","joint","Joint","port","path","child_frame_id"])if(typeof i?.[e]=="string"&&i[e]!=="")return i[e]}var mS=[["_rad_s","rad/s"],["_m_s","m/s"],["_ns","ns"],["_ms","ms"],["_hz","Hz"],["_rad","rad"],["_nm","N m"],["_s","s"],["_m","m"],["_n","N"]],Lg={rad:{position:"rad",velocity:"rad/s",acceleration:"rad/s\xB2",effort:"N m"},m:{position:"m",velocity:"m/s",acceleration:"m/s\xB2",effort:"N"}};function kg(i,e,t){let n=e.split(".").at(-1).replaceAll("[]","");return Lg[t]?.[n]?Lg[t][n]:i==="/tf"&&e.includes("translation")?"m":mS.find(([s])=>n.endsWith(s))?.[1]??""}var Dd=["--blue","--orange","--green","--vermilion","--purple","--sky","--ink"],Bg=[[],[6,3],[2,2]],gS=300,mc=class{constructor(e,{names:t,closed:n}){Object.assign(this,{holder:e,names:t,closed:n}),this.charts=[],this.window=20,this.end=NaN,new ResizeObserver(()=>this.fit()).observe(e)}has(e,t){return this.charts.some(n=>n.topic===e&&n.path===t)}add(e,t,n,s=""){if(this.has(e,t)){this.charts.find(c=>c.topic===e&&c.path===t).box.scrollIntoView({block:"nearest"});return}let r=s||`${e} ${t}`,o={topic:e,path:t,unit:n,series:new dc,plot:null,box:null},a=xe("button",{type:"button",className:"close",text:"\xD7",title:`Remove the chart of ${r}`,on:{click:()=>this.remove(o)}});o.note=xe("span",{className:"quiet"}),o.body=xe("div",{className:"plot"}),o.box=xe("figure",{className:"chart",data:{topic:e,path:t}},xe("figcaption",{},xe("strong",{text:r}),xe("span",{className:"quiet",text:n}),o.note,a),o.body),this.holder.append(o.box),this.charts.push(o)}remove(e){e.plot?.destroy(),e.box.remove(),this.charts=this.charts.filter(t=>t!==e),this.closed(e.topic)}message(e,t,n){for(let s of this.charts){if(s.topic!==e)continue;let r=s.series.push(t,pc(s.path,n,this.names(e)));s.series.forget(t-gS),r&&(s.rebuild=!0)}}clear(){for(let e of this.charts)e.series.clear()}draw(e){this.end=e;for(let t of this.charts){if((t.rebuild||!t.plot&&t.series.labels.length>0)&&this.build(t),!t.plot||(t.note.textContent=t.series.omitted>0?`and ${t.series.omitted} more`:"",t.box.dataset.points=String(t.series.data[0].length),t.zoomed))continue;t.plot.setData(t.series.data,!1),t.plot.setScale("x",{min:Math.max(0,e-this.window),max:Math.max(e,this.window/4)});let n=t.series.data[0].length;t.plot.cursor.idx===null&&t.plot.setLegend({idx:n>0?n-1:null})}}build(e){let t=new Set((e.plot?.series??[]).filter(o=>o.show===!1).map(o=>o.label));e.plot?.destroy(),e.rebuild=!1,e.zoomed=!1;let n=getComputedStyle(document.documentElement),s=o=>n.getPropertyValue(o).trim(),r={stroke:s("--quiet"),grid:{stroke:s("--line"),width:1},ticks:{stroke:s("--line"),width:1,size:4},font:"11px system-ui, sans-serif"};e.plot=new zn({width:this.width(),height:132,cursor:{sync:{key:"session"},drag:{x:!0,y:!1},points:{size:5}},legend:{live:!0},scales:{x:{time:!1,range:(o,a,c)=>[a,c]},y:{range:_S}},axes:[{...r,size:24,gap:2,values:(o,a)=>a.map(c=>`${+c.toFixed(3)}`)},{...r,size:46,gap:3}],series:[{label:"t",value:(o,a)=>Number.isFinite(a)?`${a.toFixed(2)} s`:""},...e.series.labels.map((o,a)=>({label:o||e.path,stroke:s(Dd[a%Dd.length]),width:1.5,dash:Bg[Math.floor(a/Dd.length)%Bg.length],points:{show:!1},spanGaps:!0,show:!t.has(o||e.path),value:(c,l)=>Number.isFinite(l)?xS(l):""}))],hooks:{setSelect:[o=>{e.zoomed=o.select.width>0}],ready:[o=>o.over.addEventListener("dblclick",()=>{e.zoomed=!1})]}},e.series.data,e.body)}rebuild(){for(let e of this.charts)e.rebuild=e.plot!==null}width(){return Math.max(220,this.holder.clientWidth-16)}fit(){for(let{plot:e}of this.charts)e?.setSize({width:this.width(),height:132})}};function _S(i,e,t){if(e===null||!Number.isFinite(e))return[-1,1];let n=Math.max((t-e)*.08,Math.max(Math.abs(e),Math.abs(t))*.001,1e-6);return[e-n,t+n]}function xS(i){let e=Math.abs(i);return i===0?"0":e>=1e6||e<1e-4?i.toExponential(2):`${+i.toPrecision(4)}`}var gc=class{constructor(){this.clear()}clear(){this.offset=null,this.first=null,this.now=NaN}relate(e,t){let n=Number(e)-t*1e9;(this.offset===null||n<this.offset)&&(this.offset=n)}read(e,t=1/0){let n=this.at(e);return!(n<=this.now)&&n<=t&&(this.now=n),n}at(e){return this.first??=Number(e)>1e17?Number(e):0,(Number(e)-(this.offset??this.first))*1e-9}log(e){return BigInt(Math.round(e*1e9+(this.offset??this.first??0)))}};var zg=["foxglove.sdk.v1","foxglove.websocket.v1"],Od=new TextDecoder,Ud=i=>new TextEncoder().encode(i),yS=["playing","paused","buffering","ended"];function Vg(i){let e=new DataView(i);switch(e.getUint8(0)){case 1:return{op:"message",subscription:e.getUint32(1,!0),time:e.getBigUint64(5,!0),data:new Uint8Array(i,13)};case 2:return{op:"time",time:e.getBigUint64(1,!0)};case 3:{let t=e.getUint32(9,!0);return{op:"reply",service:e.getUint32(1,!0),call:e.getUint32(5,!0),encoding:Od.decode(new Uint8Array(i,13,t)),data:new Uint8Array(i,13+t)}}case 4:{let t=e.getUint32(6,!0);return{op:"asset",request:e.getUint32(1,!0),failed:e.getUint8(5)!==0,error:Od.decode(new Uint8Array(i,10,t)),data:new Uint8Array(i,10+t)}}case 5:{let t=e.getUint32(15,!0);return{op:"playback",status:yS[e.getUint8(1)]??"paused",time:e.getBigUint64(2,!0),speed:e.getFloat32(10,!0),seeked:e.getUint8(14)!==0,request:Od.decode(new Uint8Array(i,19,t))}}}return null}function Gg(i,e,t){let n=Ud("json"),s=Ud(JSON.stringify(t)),r=new Uint8Array(13+n.length+s.length),o=new DataView(r.buffer);return o.setUint8(0,2),o.setUint32(1,i,!0),o.setUint32(5,e,!0),o.setUint32(9,n.length,!0),r.set(n,13),r.set(s,13+n.length),r}function Hg({play:i,speed:e,seek:t=null,request:n}){let s=Ud(n),r=new Uint8Array(19+s.length),o=new DataView(r.buffer);return o.setUint8(0,3),o.setUint8(1,i?0:1),o.setFloat32(2,e,!0),o.setUint8(6,t===null?0:1),o.setBigUint64(7,t??0n,!0),o.setUint32(15,s.length,!0),r.set(s,19),r}function _c(i){let{dataStartTime:e,dataEndTime:t}=i;if(!e||!t)return null;let n=s=>BigInt(s.sec)*1000000000n+BigInt(s.nsec);return{begin:n(e),end:n(t)}}function Fd(i,e){return i!==null&&typeof i=="object"&&"$typeName"in i&&typeof i.$typeName=="string"?e===void 0?!0:e.typeName===i.$typeName:!1}var ke;(function(i){i[i.DOUBLE=1]="DOUBLE",i[i.FLOAT=2]="FLOAT",i[i.INT64=3]="INT64",i[i.UINT64=4]="UINT64",i[i.INT32=5]="INT32",i[i.FIXED64=6]="FIXED64",i[i.FIXED32=7]="FIXED32",i[i.BOOL=8]="BOOL",i[i.STRING=9]="STRING",i[i.BYTES=12]="BYTES",i[i.UINT32=13]="UINT32",i[i.SFIXED32=15]="SFIXED32",i[i.SFIXED64=16]="SFIXED64",i[i.SINT32=17]="SINT32",i[i.SINT64=18]="SINT64"})(ke||(ke={}));function Xg(){let i=this.buf,e=this.pos,t=0,n=0;for(let r=0;r<28;r+=7){let o=i[e++];if(t|=(o&127)<<r,(o&128)==0){this.pos=e,this.assertBounds(),this.varint64Lo=t,this.varint64Hi=n;return}}let s=i[e++];if(t|=(s&15)<<28,n=(s&112)>>4,(s&128)==0){this.pos=e,this.assertBounds(),this.varint64Lo=t,this.varint64Hi=n;return}for(let r=3;r<=31;r+=7){let o=i[e++];if(n|=(o&127)<<r,(o&128)==0){this.pos=e,this.assertBounds(),this.varint64Lo=t,this.varint64Hi=n;return}}throw new Error("invalid varint")}var xc=4294967296;function kd(i){let e=i[0]==="-";e&&(i=i.slice(1));let t=1e6,n=0,s=0;function r(o,a){let c=Number(i.slice(o,a));s*=t,n=n*t+c,n>=xc&&(s=s+(n/xc|0),n=n%xc)}return r(-24,-18),r(-18,-12),r(-12,-6),r(-6),e?qg(n,s):zd(n,s)}function Yg(i,e){let t=zd(i,e),n=t.hi&2147483648;n&&(t=qg(t.lo,t.hi));let s=Bd(t.lo,t.hi);return n?"-"+s:s}function Bd(i,e){if({lo:i,hi:e}=bS(i,e),e<=2097151)return String(xc*e+i);let t=i&16777215,n=(i>>>24|e<<8)&16777215,s=e>>16&65535,r=t+n*6777216+s*6710656,o=n+s*8147497,a=s*2,c=1e7;return r>=c&&(o+=Math.floor(r/c),r%=c),o>=c&&(a+=Math.floor(o/c),o%=c),a.toString()+Wg(o)+Wg(r)}function bS(i,e){return{lo:i>>>0,hi:e>>>0}}function zd(i,e){return{lo:i|0,hi:e|0}}function qg(i,e){return e=~e,i?i=~i+1:e+=1,zd(i,e)}var Wg=i=>{let e=String(i);return"0000000".slice(e.length)+e};function $g(i,e){if(i>>>0<128){e.push(i);return}if(i>=0){for(;i>127;)e.push(i&127|128),i=i>>>7;e.push(i)}else{for(let t=0;t<9;t++)e.push(i&127|128),i=i>>7;e.push(1)}}function Kg(){let i=this.buf[this.pos++];if((i&128)===0)return this.assertBounds(),i;let e=i&127;if(i=this.buf[this.pos++],e|=(i&127)<<7,(i&128)===0)return this.assertBounds(),e;if(i=this.buf[this.pos++],e|=(i&127)<<14,(i&128)===0)return this.assertBounds(),e;if(i=this.buf[this.pos++],e|=(i&127)<<21,(i&128)===0)return this.assertBounds(),e;i=this.buf[this.pos++],e|=(i&15)<<28;for(let t=5;(i&128)!==0&&t<10;t++)i=this.buf[this.pos++];if((i&128)!==0)throw new Error("invalid varint");return this.assertBounds(),e>>>0}var Ri=vS();function vS(){let i=new DataView(new ArrayBuffer(8));if(typeof BigInt=="function"&&typeof i.getBigInt64=="function"&&typeof i.getBigUint64=="function"&&typeof i.setBigInt64=="function"&&typeof i.setBigUint64=="function"&&(!!globalThis.Deno||!!globalThis.Bun||typeof process!="object"||typeof process.env!="object"||process.env.BUF_BIGINT_DISABLE!=="1")){let t=BigInt("-9223372036854775808"),n=BigInt("9223372036854775807"),s=BigInt("0"),r=BigInt("18446744073709551615");return{zero:BigInt(0),supported:!0,parse(o){let a=typeof o=="bigint"?o:BigInt(o);if(a>n||a<t)throw new Error(`invalid int64: ${o}`);return a},uParse(o){let a=typeof o=="bigint"?o:BigInt(o);if(a>r||a<s)throw new Error(`invalid uint64: ${o}`);return a},enc(o){return i.setBigInt64(0,this.parse(o),!0),{lo:i.getInt32(0,!0),hi:i.getInt32(4,!0)}},uEnc(o){return i.setBigInt64(0,this.uParse(o),!0),{lo:i.getInt32(0,!0),hi:i.getInt32(4,!0)}},dec(o,a){return i.setInt32(0,o,!0),i.setInt32(4,a,!0),i.getBigInt64(0,!0)},uDec(o,a){return i.setInt32(0,o,!0),i.setInt32(4,a,!0),i.getBigUint64(0,!0)}}}return{zero:"0",supported:!1,parse(t){return typeof t!="string"&&(t=t.toString()),jg(t),t},uParse(t){return typeof t!="string"&&(t=t.toString()),Zg(t),t},enc(t){return typeof t!="string"&&(t=t.toString()),jg(t),kd(t)},uEnc(t){return typeof t!="string"&&(t=t.toString()),Zg(t),kd(t)},dec(t,n){return Yg(t,n)},uDec(t,n){return Bd(t,n)}}}function jg(i){if(!/^-?[0-9]+$/.test(i))throw new Error("invalid int64: "+i)}function Zg(i){if(!/^[0-9]+$/.test(i))throw new Error("invalid uint64: "+i)}function Ra(i,e){switch(i){case ke.STRING:return"";case ke.BOOL:return!1;case ke.DOUBLE:case ke.FLOAT:return 0;case ke.INT64:case ke.UINT64:case ke.SFIXED64:case ke.FIXED64:case ke.SINT64:return e?"0":Ri.zero;case ke.BYTES:return new Uint8Array(0);default:return 0}}function Ar(i,e){return Object.prototype.hasOwnProperty.call(i,e)&&i[e]!==void 0}function Cr(i,e,t){e==="__proto__"?Object.defineProperty(i,"__proto__",{value:t,writable:!0,enumerable:!0,configurable:!0}):i[e]=t}function Ia(i){return i!==null&&typeof i=="object"&&!Array.isArray(i)}function yc(i){let e=i.fields[0];return MS(i.typeName)&&e!==void 0&&e.fieldKind=="scalar"&&e.name=="value"&&e.number==1}var SS=new Set(["google.protobuf.DoubleValue","google.protobuf.FloatValue","google.protobuf.Int64Value","google.protobuf.UInt64Value","google.protobuf.Int32Value","google.protobuf.UInt32Value","google.protobuf.BoolValue","google.protobuf.StringValue","google.protobuf.BytesValue"]);function MS(i){return SS.has(i)}var wS=999,ES=998,Qg=2;function Pa(i,e){return Fd(e,i)?e:e0(i)(e)}var Jg=new WeakMap;function e0(i){let e=Jg.get(i);return e===void 0&&(e=TS(i),Jg.set(i,e)),e}var Vd=0,t0=1,n0=2,i0=3;function TS(i){let e=i.typeName,{properties:t,prototype:n}=AS(i);return s=>{let r;n!==void 0?(r=Object.create(n),r.$typeName=e):r={$typeName:e};for(let o=0;o<t.length;o++){let a=t[o],c=a.name,l=s?.[c];switch(a.kind){case Vd:l!=null?r[c]=a.convert!==void 0?a.convert(l):l:a.constant!==void 0&&(r[c]=a.constant);break;case t0:r[c]=a.convert!==void 0&&Array.isArray(l)?l.map(a.convert):l??[];break;case n0:if(a.convert===void 0||!Ia(l))r[c]=l??{};else{let u={},h=Object.keys(l);for(let d=0;d<h.length;d++)Cr(u,h[d],a.convert(l[h[d]]));r[c]=u}break;case i0:{let u=l;if(u?.case!=null){let h=a.convert.get(u.case);if(h!==void 0){r[c]={case:u.case,value:h(u.value)};break}}r[c]={case:void 0};break}}}return r}}function AS(i){var e,t;let n=[],s={},r=RS(i);for(let o of i.members){let a=o.localName;if(o.kind=="oneof"){n.push({name:a,kind:i0,constant:void 0,convert:CS(o)});continue}switch(o.fieldKind){case"message":{n.push({name:a,kind:Vd,constant:void 0,convert:bc(o)});break}case"list":{n.push({name:a,kind:t0,constant:void 0,convert:o.listKind=="message"?(e=bc(o))!==null&&e!==void 0?e:(c=>c):o.scalar==ke.BYTES?Na:void 0});break}case"map":{n.push({name:a,kind:n0,constant:void 0,convert:o.mapKind=="message"?(t=bc(o))!==null&&t!==void 0?t:(c=>c):o.scalar==ke.BYTES?Na:void 0});break}default:{let c=IS(o);n.push({name:a,kind:Vd,constant:o.presence==Qg?c:void 0,convert:o.fieldKind=="scalar"&&o.scalar==ke.BYTES?Na:void 0}),r&&(s[a]=c);break}}}return{properties:n,prototype:r?s:void 0}}function CS(i){let e=new Map;for(let t of i.fields){let n;t.fieldKind=="message"?n=bc(t):t.fieldKind=="scalar"&&t.scalar==ke.BYTES&&(n=Na),e.set(t.localName,n??(s=>s))}return e}function bc(i){if(i.fieldKind=="message"&&!i.oneof&&yc(i.message))return i.message.fields[0].scalar==ke.BYTES?Na:void 0;if(i.message.typeName=="google.protobuf.Struct"&&i.parent.typeName!=="google.protobuf.Value")return;let e=i.message,t;return n=>!Ia(n)||Fd(n,e)?n:(t??(t=e0(e)),t(n))}function Na(i){return Array.isArray(i)?new Uint8Array(i):i}function RS(i){switch(i.file.edition){case wS:return!1;case ES:return!0;default:return i.fields.some(e=>e.presence!=Qg&&e.fieldKind!="message"&&!e.oneof)}}function IS(i){let e=i.getDefaultValue();return e!==void 0?i.fieldKind=="scalar"&&i.longAsString?e.toString():e:i.fieldKind=="scalar"?Ra(i.scalar,i.longAsString):i.enum.values[0].number}var Gd;function NS(i){var e;Gd=Object.assign(Object.assign({},i),{encodeUtf8Into:(e=i.encodeUtf8Into)!==null&&e!==void 0?e:r0(i.encodeUtf8.bind(i))})}function s0(){if(!Gd){let i=globalThis;if(!i.TextEncoder||!i.TextDecoder)throw new Error("encoding API missing: install TextEncoder and TextDecoder on globalThis");let e=new i.TextEncoder,t=new i.TextDecoder("utf-8",{ignoreBOM:!0}),n,s={encodeUtf8(o){return e.encode(o)},decodeUtf8(o,a){return a?(n||(n=new i.TextDecoder("utf-8",{fatal:!0,ignoreBOM:!0})),n.decode(o)):t.decode(o)},checkUtf8(o){try{return encodeURIComponent(o),!0}catch{return!1}}};e.encodeInto&&(s.encodeUtf8Into=e.encodeInto.bind(e));let r=String.prototype.isWellFormed;r&&(s.checkUtf8=o=>r.call(o)),NS(s)}return Gd}function r0(i){return(e,t)=>{let n=i(e);return t.set(n),{written:n.byteLength}}}var ni;(function(i){i[i.Varint=0]="Varint",i[i.Bit64=1]="Bit64",i[i.LengthDelimited=2]="LengthDelimited",i[i.StartGroup=3]="StartGroup",i[i.EndGroup=4]="EndGroup",i[i.Bit32=5]="Bit32"})(ni||(ni={}));var PS=new Uint8Array(0),bI=new DataView(PS.buffer),LS=32;var Rr=class{constructor(e,t=s0().decodeUtf8){this.decodeUtf8=t,this.varint64Lo=0,this.varint64Hi=0,this.varint64=Xg,this.uint32=Kg,this.buf=e,this.len=e.length,this.pos=0,this.view=new DataView(e.buffer,e.byteOffset,e.byteLength)}tag(){let e=this.pos,t=this.uint32(),n=this.pos-e;if(n>5||n==5&&this.buf[this.pos-1]>15)throw new Error("illegal tag: varint overflows uint32");let s=t>>>3,r=t&7;if(s<=0||r>5)throw new Error("illegal tag: field no "+s+" wire type "+r);return[s,r]}skip(e,t,n=100){let s=this.pos;switch(e){case ni.Varint:for(;this.buf[this.pos++]&128;);break;case ni.Bit64:this.pos+=4;case ni.Bit32:this.pos+=4;break;case ni.LengthDelimited:let r=this.uint32();this.pos+=r;break;case ni.StartGroup:if(n<=0)throw new Error("maximum recursion depth reached");for(;;){let[o,a]=this.tag();if(a===ni.EndGroup){if(t!==void 0&&o!==t)throw new Error("invalid end group tag");break}this.skip(a,o,n-1)}break;default:throw new Error("cant skip wire type "+e)}return this.assertBounds(),this.buf.subarray(s,this.pos)}assertBounds(){if(this.pos>this.len)throw new RangeError("premature EOF")}int32(){return this.uint32()|0}sint32(){let e=this.uint32();return e>>>1^-(e&1)}int64(){return this.varint64(),Ri.dec(this.varint64Lo,this.varint64Hi)}uint64(){return this.varint64(),Ri.uDec(this.varint64Lo,this.varint64Hi)}sint64(){this.varint64();let e=this.varint64Lo,t=this.varint64Hi,n=-(e&1);return e=(e>>>1|(t&1)<<31)^n,t=t>>>1^n,Ri.dec(e,t)}bool(){let e=this.buf[this.pos];return e<128?(this.pos++,e!==0):(this.varint64(),this.varint64Lo!==0||this.varint64Hi!==0)}fixed32(){return this.view.getUint32((this.pos+=4)-4,!0)}sfixed32(){return this.view.getInt32((this.pos+=4)-4,!0)}fixed64(){return Ri.uDec(this.sfixed32(),this.sfixed32())}sfixed64(){return Ri.dec(this.sfixed32(),this.sfixed32())}float(){return this.view.getFloat32((this.pos+=4)-4,!0)}double(){return this.view.getFloat64((this.pos+=8)-8,!0)}bytes(){let e=this.uint32(),t=this.pos;return this.pos+=e,this.assertBounds(),this.buf.subarray(t,t+e)}string(e){let t=this.uint32(),n=this.pos;this.pos+=t,this.assertBounds();let s=this.buf;if(t<=LS){let r=new Array(t);for(let o=0;o<t;o++){let a=s[n+o];if(a>127)return this.decodeUtf8(s.subarray(n,this.pos),e);r[o]=a}return String.fromCharCode.apply(String,r)}return this.decodeUtf8(s.subarray(n,this.pos),e)}};var DS=0;function vc(i){if(OS(i))return{toMessage:t=>o0(t),toLocal:t=>a0(t)};if(i.fieldKind=="message"&&!i.oneof&&yc(i.message)){let t=i.message,n=t.fields[0].localName;return{toMessage:s=>{let r=Pa(t);return s!==void 0&&(r[n]=s),r},toLocal:s=>s[n]}}let e=i.message;return{toMessage:t=>t===void 0?Pa(e):t,toLocal:t=>t}}function OS(i){return i.message.typeName=="google.protobuf.Struct"&&i.parent.typeName!="google.protobuf.Value"}function o0(i){let e={$typeName:"google.protobuf.Struct",fields:{}};if(Ia(i))for(let t of Object.keys(i))Cr(e.fields,t,c0(i[t]));return e}function a0(i){let e={};for(let t of Object.keys(i.fields))Cr(e,t,l0(i.fields[t]));return e}function l0(i){switch(i.kind.case){case"structValue":return a0(i.kind.value);case"listValue":return i.kind.value.values.map(l0);case"nullValue":case void 0:return null;default:return i.kind.value}}function c0(i){let e={$typeName:"google.protobuf.Value",kind:{case:void 0}};switch(typeof i){case"number":e.kind={case:"numberValue",value:i};break;case"string":e.kind={case:"stringValue",value:i};break;case"boolean":e.kind={case:"boolValue",value:i};break;case"object":if(i===null)e.kind={case:"nullValue",value:DS};else if(Array.isArray(i)){let t={$typeName:"google.protobuf.ListValue",values:[]};if(Array.isArray(i))for(let n of i)t.values.push(c0(n));e.kind={case:"listValue",value:t}}else e.kind={case:"structValue",value:o0(i)};break}return e}function So(i){let e=!1,t=[];for(let n=0;n<i.length;n++){let s=i.charAt(n);switch(s){case"_":e=!0;break;case"0":case"1":case"2":case"3":case"4":case"5":case"6":case"7":case"8":case"9":t.push(s),e=!1;break;default:e&&(e=!1,s=s.toUpperCase()),t.push(s);break}}return t.join("")}var US=new Set(["constructor","toString","toJSON","valueOf"]);function Mo(i){return US.has(i)?i+"$":i}function Hd(i){for(let e of i.field)Ar(e,"jsonName")||(e.jsonName=So(e.name));i.nestedType.forEach(Hd)}function u0(i,e){let t=i.values.find(n=>n.name===e);if(!t)throw new Error(`cannot parse ${i} default value: ${e}`);return t.number}function h0(i,e){switch(i){case ke.STRING:return e;case ke.BYTES:{let t=FS(e);if(t===!1)throw new Error(`cannot parse ${ke[i]} default value: ${e}`);return t}case ke.INT64:case ke.SFIXED64:case ke.SINT64:return Ri.parse(e);case ke.UINT64:case ke.FIXED64:return Ri.uParse(e);case ke.DOUBLE:case ke.FLOAT:switch(e){case"inf":return Number.POSITIVE_INFINITY;case"-inf":return Number.NEGATIVE_INFINITY;case"nan":return Number.NaN;default:return parseFloat(e)}case ke.BOOL:return e==="true";case ke.INT32:case ke.UINT32:case ke.SINT32:case ke.FIXED32:case ke.SFIXED32:return parseInt(e,10)}}function FS(i){let e=[],t={tail:i,c:"",next(){return this.tail.length==0?!1:(this.c=this.tail[0],this.tail=this.tail.substring(1),!0)},take(n){if(this.tail.length>=n){let s=this.tail.substring(0,n);return this.tail=this.tail.substring(n),s}return!1}};for(;t.next();)switch(t.c){case"\\":if(t.next())switch(t.c){case"\\":e.push(t.c.charCodeAt(0));break;case"b":e.push(8);break;case"f":e.push(12);break;case"n":e.push(10);break;case"r":e.push(13);break;case"t":e.push(9);break;case"v":e.push(11);break;case"0":case"1":case"2":case"3":case"4":case"5":case"6":case"7":{let n=t.c,s=t.take(2);if(s===!1)return!1;let r=parseInt(n+s,8);if(Number.isNaN(r))return!1;e.push(r);break}case"x":{let n=t.c,s=t.take(2);if(s===!1)return!1;let r=parseInt(n+s,16);if(Number.isNaN(r))return!1;e.push(r);break}case"u":{let n=t.c,s=t.take(4);if(s===!1)return!1;let r=parseInt(n+s,16);if(Number.isNaN(r))return!1;let o=new Uint8Array(4);new DataView(o.buffer).setInt32(0,r,!0),e.push(o[0],o[1],o[2],o[3]);break}case"U":{let n=t.c,s=t.take(8);if(s===!1)return!1;let r=Ri.uEnc(n+s),o=new Uint8Array(8),a=new DataView(o.buffer);a.setInt32(0,r.lo,!0),a.setInt32(4,r.hi,!0),e.push(o[0],o[1],o[2],o[3],o[4],o[5],o[6],o[7]);break}}break;default:e.push(t.c.charCodeAt(0))}return new Uint8Array(e)}function*Sc(i){switch(i.kind){case"file":for(let e of i.messages)yield e,yield*Sc(e);yield*i.enums,yield*i.services,yield*i.extensions;break;case"message":for(let e of i.nestedMessages)yield e,yield*Sc(e);yield*i.nestedEnums,yield*i.nestedExtensions;break}}function $d(...i){return x0(i,BS)}function _0(i,e){return x0([i,e])}function x0(i,e){let t=zS();if(!i.length)return t;if("$typeName"in i[0]&&i[0].$typeName=="google.protobuf.FileDescriptorSet"){for(let n of i[0].file)e?.(n),m0(n,t);return t}if("$typeName"in i[0]){let o=function(a){let c=[];for(let l of a.dependency){if(t.getFile(l)!=null||r.has(l))continue;let u=s(l);if(!u)throw new Error(`Unable to resolve ${l}, imported by ${a.name}`);"kind"in u?t.addFile(u,!1,!0):(r.add(u.name),c.push(u))}return c.concat(...c.map(o))},n=i[0],s=i[1],r=new Set;for(let a of[n,...o(n)].reverse())e?.(a),m0(a,t)}else for(let n of i)for(let s of n.files)t.addFile(s);return t}var kS=/^[A-Za-z0-9_]+$/;function BS(i){let e=(s,r)=>{if(!kS.test(r))throw new Error(`${i.name}: invalid ${s} name ${JSON.stringify(r)}`)},t=s=>{e("enum",s.name);for(let r of s.value)e("enum value",r.name)},n=s=>{e("message",s.name);for(let r of s.field)e("field",r.name);for(let r of s.oneofDecl)e("oneof",r.name);for(let r of s.extension)e("extension",r.name);s.nestedType.forEach(n),s.enumType.forEach(t)};i.messageType.forEach(n),i.enumType.forEach(t);for(let s of i.extension)e("extension",s.name);for(let s of i.service){e("service",s.name);for(let r of s.method)e("method",r.name)}}function zS(){let i=new Map,e=new Map,t=new Map;return{kind:"registry",types:i,extendees:e,[Symbol.iterator](){return i.values()},get files(){return t.values()},addFile(n,s,r){if(t.set(n.proto.name,n),!s)for(let o of Sc(n))this.add(o);if(r)for(let o of n.dependencies)this.addFile(o,s,r)},add(n){if(n.kind=="extension"){let s=e.get(n.extendee.typeName);s||e.set(n.extendee.typeName,s=new Map),s.set(n.number,n)}i.set(n.typeName,n)},get(n){return i.get(n)},getFile(n){return t.get(n)},getMessage(n){let s=i.get(n);return s?.kind=="message"?s:void 0},getEnum(n){let s=i.get(n);return s?.kind=="enum"?s:void 0},getExtension(n){let s=i.get(n);return s?.kind=="extension"?s:void 0},getExtensionFor(n,s){var r;return(r=e.get(n.typeName))===null||r===void 0?void 0:r.get(s)},getService(n){let s=i.get(n);return s?.kind=="service"?s:void 0}}}var VS=998,GS=999,HS=9999,WS=9,Da=10,La=11,XS=12,d0=14,Kd=3,YS=2,f0=1,qS=0,Wd=1,p0=2,$S=3,KS=1,jS=2,ZS=1,JS=2;var y0=1002,b0={998:{fieldPresence:1,enumType:2,repeatedFieldEncoding:2,utf8Validation:3,messageEncoding:1,jsonFormat:2,enforceNamingStyle:2,defaultSymbolVisibility:1,enforceProtoLimits:1},999:{fieldPresence:2,enumType:1,repeatedFieldEncoding:1,utf8Validation:2,messageEncoding:1,jsonFormat:1,enforceNamingStyle:2,defaultSymbolVisibility:1,enforceProtoLimits:1},1e3:{fieldPresence:1,enumType:1,repeatedFieldEncoding:1,utf8Validation:2,messageEncoding:1,jsonFormat:1,enforceNamingStyle:2,defaultSymbolVisibility:1,enforceProtoLimits:1},1001:{fieldPresence:1,enumType:1,repeatedFieldEncoding:1,utf8Validation:2,messageEncoding:1,jsonFormat:1,enforceNamingStyle:1,defaultSymbolVisibility:2,enforceProtoLimits:1},1002:{fieldPresence:1,enumType:1,repeatedFieldEncoding:1,utf8Validation:2,messageEncoding:1,jsonFormat:1,enforceNamingStyle:3,defaultSymbolVisibility:4,enforceProtoLimits:2}};function m0(i,e){var t,n;let s={kind:"file",proto:i,deprecated:(n=(t=i.options)===null||t===void 0?void 0:t.deprecated)!==null&&n!==void 0?n:!1,edition:nM(i),name:i.name.replace(/\.proto$/,""),dependencies:iM(i,e),enums:[],messages:[],extensions:[],services:[],toString(){return`file ${i.name}`}},r=new Map,o={get(a){return r.get(a)},add(a){var c;Hi(((c=a.proto.options)===null||c===void 0?void 0:c.mapEntry)===!0),r.set(a.typeName,a)}};for(let a of i.enumType)v0(a,s,void 0,e);for(let a of i.messageType)S0(a,s,void 0,e,o);for(let a of i.service)QS(a,s,e);Xd(s,e);for(let a of r.values())Yd(a,e,o);for(let a of s.messages)Yd(a,e,o),Xd(a,e);e.addFile(s,!0)}function Xd(i,e){switch(i.kind){case"file":for(let t of i.proto.extension){let n=qd(t,i,e);i.extensions.push(n),e.add(n)}break;case"message":for(let t of i.proto.extension){let n=qd(t,i,e);i.nestedExtensions.push(n),e.add(n)}for(let t of i.nestedMessages)Xd(t,e);break}}function Yd(i,e,t){let n=i.proto.oneofDecl.map(r=>tM(r,i)),s=new Set;for(let r of i.proto.field){let o=aM(r,n),a=qd(r,i,e,o,t);i.fields.push(a),i.field[a.localName]=a,o===void 0?i.members.push(a):(o.fields.push(a),s.has(o)||(s.add(o),i.members.push(o)))}for(let r of n.filter(o=>s.has(o)))i.oneofs.push(r);for(let r of i.nestedMessages)Yd(r,e,t)}function v0(i,e,t,n){var s,r,o,a,c,l,u,h,d;let f=sM(i.name,i.value),p={kind:"enum",proto:i,deprecated:(r=(s=i.options)===null||s===void 0?void 0:s.deprecated)!==null&&r!==void 0?r:!1,file:e,parent:t,open:!0,name:i.name,typeName:Mc(i,t,e),value:{},values:[],sharedPrefix:f,toString(){return`enum ${this.typeName}`}};p.open=hM(p),n.add(p);for(let _ of i.value){let m=_.name,g={kind:"enum_value",proto:_,deprecated:(a=(o=_.options)===null||o===void 0?void 0:o.deprecated)!==null&&a!==void 0?a:!1,parent:p,name:m,localName:Mo(f==null?m:m.substring(f.length)),number:_.number,jsonName:(c=rM(_))!==null&&c!==void 0?c:m,toString(){return`enum value ${p.typeName}.${m}`}};p.values.push(g),(l=(h=p.value)[d=_.number])!==null&&l!==void 0||(h[d]=g)}((u=t?.nestedEnums)!==null&&u!==void 0?u:e.enums).push(p)}function S0(i,e,t,n,s){var r,o,a,c;let l={kind:"message",proto:i,deprecated:(o=(r=i.options)===null||r===void 0?void 0:r.deprecated)!==null&&o!==void 0?o:!1,file:e,parent:t,name:i.name,typeName:Mc(i,t,e),fields:[],field:{},oneofs:[],members:[],nestedEnums:[],nestedMessages:[],nestedExtensions:[],toString(){return`message ${this.typeName}`}};((a=i.options)===null||a===void 0?void 0:a.mapEntry)===!0?s.add(l):(((c=t?.nestedMessages)!==null&&c!==void 0?c:e.messages).push(l),n.add(l));for(let u of i.enumType)v0(u,e,l,n);for(let u of i.nestedType)S0(u,e,l,n,s)}function QS(i,e,t){var n,s;let r={kind:"service",proto:i,deprecated:(s=(n=i.options)===null||n===void 0?void 0:n.deprecated)!==null&&s!==void 0?s:!1,file:e,name:i.name,typeName:Mc(i,void 0,e),methods:[],method:{},toString(){return`service ${this.typeName}`}};e.services.push(r),t.add(r);for(let o of i.method){let a=eM(o,r,t);r.methods.push(a),r.method[a.localName]=a}}function eM(i,e,t){var n,s,r,o;let a;i.clientStreaming&&i.serverStreaming?a="bidi_streaming":i.clientStreaming?a="client_streaming":i.serverStreaming?a="server_streaming":a="unary";let c=t.getMessage(Ns(i.inputType)),l=t.getMessage(Ns(i.outputType));Hi(c,`invalid MethodDescriptorProto: input_type ${i.inputType} not found`),Hi(l,`invalid MethodDescriptorProto: output_type ${i.inputType} not found`);let u=i.name;return{kind:"rpc",proto:i,deprecated:(s=(n=i.options)===null||n===void 0?void 0:n.deprecated)!==null&&s!==void 0?s:!1,parent:e,name:u,localName:Mo(u.length?Mo(u[0].toLowerCase()+u.substring(1)):u),methodKind:a,input:c,output:l,idempotency:(o=(r=i.options)===null||r===void 0?void 0:r.idempotencyLevel)!==null&&o!==void 0?o:qS,toString(){return`rpc ${e.typeName}.${u}`}}}function tM(i,e){return{kind:"oneof",proto:i,deprecated:!1,parent:e,fields:[],name:i.name,localName:Mo(So(i.name)),toString(){return`oneof ${e.typeName}.${this.name}`}}}function qd(i,e,t,n,s){var r,o,a;let c=s===void 0,l={kind:"field",proto:i,deprecated:(o=(r=i.options)===null||r===void 0?void 0:r.deprecated)!==null&&o!==void 0?o:!1,name:i.name,number:i.number,scalar:void 0,message:void 0,enum:void 0,presence:lM(i,n,c,e),utf8Validation:dM(i,e),listKind:void 0,mapKind:void 0,mapKey:void 0,delimitedEncoding:void 0,packed:void 0,longAsString:!1,getDefaultValue:void 0},u;if(c){let p=e.kind=="file"?e:e.file,_=e.kind=="file"?void 0:e,m=Mc(i,_,p);l.kind="extension",l.file=p,l.parent=_,l.oneof=void 0,l.typeName=m,l.jsonName=`[${m}]`,u=()=>`extension ${m}`;let g=t.getMessage(Ns(i.extendee));Hi(g,`invalid FieldDescriptorProto: extendee ${i.extendee} not found`),l.extendee=g}else{let p=e;Hi(p.kind=="message"),l.parent=p,l.oneof=n,l.localName=n?So(i.name):Mo(So(i.name)),l.jsonName=i.jsonName,u=()=>`field ${p.typeName}.${i.name}`}Object.defineProperty(l,"toString",{value:u,writable:!0,enumerable:!0,configurable:!0});let h=i.label,d=i.type,f=(a=i.options)===null||a===void 0?void 0:a.jstype;if(h===Kd){let p=d==La?s?.get(Ns(i.typeName)):void 0;if(p){l.fieldKind="map";let{key:_,value:m}=uM(p);return l.mapKey=_.scalar,l.mapKind=m.fieldKind,l.message=m.message,l.delimitedEncoding=!1,l.enum=m.enum,l.scalar=m.scalar,l}switch(l.fieldKind="list",d){case La:case Da:l.listKind="message",l.message=t.getMessage(Ns(i.typeName)),Hi(l.message),l.delimitedEncoding=g0(i,e);break;case d0:l.listKind="enum",l.enum=t.getEnum(Ns(i.typeName)),Hi(l.enum);break;default:l.listKind="scalar",l.scalar=d,l.longAsString=f==f0;break}return l.packed=cM(i,e),l}switch(d){case La:case Da:l.fieldKind="message",l.message=t.getMessage(Ns(i.typeName)),Hi(l.message,`invalid FieldDescriptorProto: type_name ${i.typeName} not found`),l.delimitedEncoding=g0(i,e),l.getDefaultValue=()=>{};break;case d0:{let p=t.getEnum(Ns(i.typeName));Hi(p!==void 0,`invalid FieldDescriptorProto: type_name ${i.typeName} not found`),l.fieldKind="enum",l.enum=t.getEnum(Ns(i.typeName)),l.getDefaultValue=()=>Ar(i,"defaultValue")?u0(p,i.defaultValue):void 0;break}default:{l.fieldKind="scalar",l.scalar=d,l.longAsString=f==f0,l.getDefaultValue=()=>Ar(i,"defaultValue")?h0(d,i.defaultValue):void 0;break}}return l}function nM(i){switch(i.syntax){case"":case"proto2":return VS;case"proto3":return GS;case"editions":if(i.edition===HS)return y0;if(i.edition in b0)return i.edition;throw new Error(`${i.name}: unsupported edition`);default:throw new Error(`${i.name}: unsupported syntax "${i.syntax}"`)}}function iM(i,e){return i.dependency.map(t=>{let n=e.getFile(t);if(!n)throw new Error(`Cannot find ${t}, imported by ${i.name}`);return n})}function sM(i,e){let t=oM(i)+"_";for(let n of e){if(!n.name.toLowerCase().startsWith(t))return;let s=n.name.substring(t.length);if(s.length==0||/^\d/.test(s))return}return t}function rM(i){var e,t;let r;for(let o of(t=(e=i.options)===null||e===void 0?void 0:e.$unknown)!==null&&t!==void 0?t:[]){if(o.no!==998||o.wireType!==ni.LengthDelimited)continue;let a=new Rr(new Rr(o.data).bytes());for(;a.pos<a.len;){let[c,l]=a.tag();c===1&&l===ni.LengthDelimited?r=a.string():a.skip(l,c)}}return r}function oM(i){return(i.substring(0,1)+i.substring(1).replace(/[A-Z]/g,e=>"_"+e)).toLowerCase()}function Mc(i,e,t){let n;return e?n=`${e.typeName}.${i.name}`:t.proto.package.length>0?n=`${t.proto.package}.${i.name}`:n=`${i.name}`,n}function Ns(i){return i.startsWith(".")?i.substring(1):i}function aM(i,e){if(!Ar(i,"oneofIndex")||i.proto3Optional)return;let t=e[i.oneofIndex];return Hi(t,`invalid FieldDescriptorProto: oneof #${i.oneofIndex} for field #${i.number} not found`),t}function lM(i,e,t,n){if(i.label==YS)return $S;if(i.label==Kd)return p0;if(e||i.proto3Optional||t)return Wd;let s=Ir("fieldPresence",{proto:i,parent:n});return s==p0&&(i.type==La||i.type==Da)?Wd:s}function cM(i,e){if(i.label!=Kd)return!1;switch(i.type){case WS:case XS:case Da:case La:return!1}let t=i.options;return t&&Ar(t,"packed")?t.packed:KS==Ir("repeatedFieldEncoding",{proto:i,parent:e})}function uM(i){let e=i.fields.find(n=>n.number===1),t=i.fields.find(n=>n.number===2);return Hi(e&&e.fieldKind=="scalar"&&e.scalar!=ke.BYTES&&e.scalar!=ke.FLOAT&&e.scalar!=ke.DOUBLE&&t&&t.fieldKind!="list"&&t.fieldKind!="map"),{key:e,value:t}}function hM(i){var e;return ZS==Ir("enumType",{proto:i.proto,parent:(e=i.parent)!==null&&e!==void 0?e:i.file})}function g0(i,e){return i.type==Da?!0:jS==Ir("messageEncoding",{proto:i,parent:e})}function dM(i,e){return JS==Ir("utf8Validation",{proto:i,parent:e})}function Ir(i,e){var t,n;let s=(t=e.proto.options)===null||t===void 0?void 0:t.features;if(s){let r=s[i];if(r!=0)return r}if("kind"in e){if(e.kind=="message")return Ir(i,(n=e.parent)!==null&&n!==void 0?n:e.file);let r=b0[e.edition];if(!r)throw new Error(`feature default for edition ${e.edition} not found`);return r[i]}return Ir(i,e.parent)}function Hi(i,e){if(!i)throw new Error(e)}function M0(i){let e=fM(i);return e.messageType.forEach(Hd),_0(e,()=>{}).getFile(e.name)}function fM(i){return Object.assign(Object.create({syntax:"",edition:0}),Object.assign(Object.assign({$typeName:"google.protobuf.FileDescriptorProto",dependency:[],publicDependency:[],weakDependency:[],optionDependency:[],service:[],extension:[]},i),{messageType:i.messageType.map(w0),enumType:i.enumType.map(E0)}))}function w0(i){var e,t,n,s,r,o,a,c;return Object.assign(Object.create({visibility:0}),{$typeName:"google.protobuf.DescriptorProto",name:i.name,field:(t=(e=i.field)===null||e===void 0?void 0:e.map(pM))!==null&&t!==void 0?t:[],extension:[],nestedType:(s=(n=i.nestedType)===null||n===void 0?void 0:n.map(w0))!==null&&s!==void 0?s:[],enumType:(o=(r=i.enumType)===null||r===void 0?void 0:r.map(E0))!==null&&o!==void 0?o:[],extensionRange:(c=(a=i.extensionRange)===null||a===void 0?void 0:a.map(u=>Object.assign({$typeName:"google.protobuf.DescriptorProto.ExtensionRange"},u)))!==null&&c!==void 0?c:[],oneofDecl:[],reservedRange:[],reservedName:[]})}function pM(i){return Object.assign(Object.create({label:1,typeName:"",extendee:"",defaultValue:"",oneofIndex:0,jsonName:"",proto3Optional:!1}),Object.assign(Object.assign({$typeName:"google.protobuf.FieldDescriptorProto"},i),{options:i.options?mM(i.options):void 0}))}function mM(i){var e,t,n;return Object.assign(Object.create({ctype:0,packed:!1,jstype:0,lazy:!1,unverifiedLazy:!1,deprecated:!1,weak:!1,debugRedact:!1,retention:0}),Object.assign(Object.assign({$typeName:"google.protobuf.FieldOptions"},i),{targets:(e=i.targets)!==null&&e!==void 0?e:[],editionDefaults:(n=(t=i.editionDefaults)===null||t===void 0?void 0:t.map(r=>Object.assign({$typeName:"google.protobuf.FieldOptions.EditionDefault"},r)))!==null&&n!==void 0?n:[],uninterpretedOption:[]}))}function E0(i){return Object.assign(Object.create({visibility:0}),{$typeName:"google.protobuf.EnumDescriptorProto",name:i.name,reservedName:[],reservedRange:[],value:i.value.map(t=>Object.assign({$typeName:"google.protobuf.EnumValueDescriptorProto"},t))})}function T0(i,e,...t){return t.reduce((n,s)=>n.nestedMessages[s],i.messages[e])}var gM=M0({name:"google/protobuf/descriptor.proto",package:"google.protobuf",messageType:[{name:"FileDescriptorSet",field:[{name:"file",number:1,type:11,label:3,typeName:".google.protobuf.FileDescriptorProto"}],extensionRange:[{start:536e6,end:536000001}]},{name:"FileDescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"package",number:2,type:9,label:1},{name:"dependency",number:3,type:9,label:3},{name:"public_dependency",number:10,type:5,label:3},{name:"weak_dependency",number:11,type:5,label:3},{name:"option_dependency",number:15,type:9,label:3},{name:"message_type",number:4,type:11,label:3,typeName:".google.protobuf.DescriptorProto"},{name:"enum_type",number:5,type:11,label:3,typeName:".google.protobuf.EnumDescriptorProto"},{name:"service",number:6,type:11,label:3,typeName:".google.protobuf.ServiceDescriptorProto"},{name:"extension",number:7,type:11,label:3,typeName:".google.protobuf.FieldDescriptorProto"},{name:"options",number:8,type:11,label:1,typeName:".google.protobuf.FileOptions"},{name:"source_code_info",number:9,type:11,label:1,typeName:".google.protobuf.SourceCodeInfo"},{name:"syntax",number:12,type:9,label:1},{name:"edition",number:14,type:14,label:1,typeName:".google.protobuf.Edition"}]},{name:"DescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"field",number:2,type:11,label:3,typeName:".google.protobuf.FieldDescriptorProto"},{name:"extension",number:6,type:11,label:3,typeName:".google.protobuf.FieldDescriptorProto"},{name:"nested_type",number:3,type:11,label:3,typeName:".google.protobuf.DescriptorProto"},{name:"enum_type",number:4,type:11,label:3,typeName:".google.protobuf.EnumDescriptorProto"},{name:"extension_range",number:5,type:11,label:3,typeName:".google.protobuf.DescriptorProto.ExtensionRange"},{name:"oneof_decl",number:8,type:11,label:3,typeName:".google.protobuf.OneofDescriptorProto"},{name:"options",number:7,type:11,label:1,typeName:".google.protobuf.MessageOptions"},{name:"reserved_range",number:9,type:11,label:3,typeName:".google.protobuf.DescriptorProto.ReservedRange"},{name:"reserved_name",number:10,type:9,label:3},{name:"visibility",number:11,type:14,label:1,typeName:".google.protobuf.SymbolVisibility"}],nestedType:[{name:"ExtensionRange",field:[{name:"start",number:1,type:5,label:1},{name:"end",number:2,type:5,label:1},{name:"options",number:3,type:11,label:1,typeName:".google.protobuf.ExtensionRangeOptions"}]},{name:"ReservedRange",field:[{name:"start",number:1,type:5,label:1},{name:"end",number:2,type:5,label:1}]}]},{name:"ExtensionRangeOptions",field:[{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"},{name:"declaration",number:2,type:11,label:3,typeName:".google.protobuf.ExtensionRangeOptions.Declaration",options:{retention:2}},{name:"features",number:50,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"verification",number:3,type:14,label:1,typeName:".google.protobuf.ExtensionRangeOptions.VerificationState",defaultValue:"UNVERIFIED",options:{retention:2}}],nestedType:[{name:"Declaration",field:[{name:"number",number:1,type:5,label:1},{name:"full_name",number:2,type:9,label:1},{name:"type",number:3,type:9,label:1},{name:"reserved",number:5,type:8,label:1},{name:"repeated",number:6,type:8,label:1}]}],enumType:[{name:"VerificationState",value:[{name:"DECLARATION",number:0},{name:"UNVERIFIED",number:1}]}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"FieldDescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"number",number:3,type:5,label:1},{name:"label",number:4,type:14,label:1,typeName:".google.protobuf.FieldDescriptorProto.Label"},{name:"type",number:5,type:14,label:1,typeName:".google.protobuf.FieldDescriptorProto.Type"},{name:"type_name",number:6,type:9,label:1},{name:"extendee",number:2,type:9,label:1},{name:"default_value",number:7,type:9,label:1},{name:"oneof_index",number:9,type:5,label:1},{name:"json_name",number:10,type:9,label:1},{name:"options",number:8,type:11,label:1,typeName:".google.protobuf.FieldOptions"},{name:"proto3_optional",number:17,type:8,label:1}],enumType:[{name:"Type",value:[{name:"TYPE_DOUBLE",number:1},{name:"TYPE_FLOAT",number:2},{name:"TYPE_INT64",number:3},{name:"TYPE_UINT64",number:4},{name:"TYPE_INT32",number:5},{name:"TYPE_FIXED64",number:6},{name:"TYPE_FIXED32",number:7},{name:"TYPE_BOOL",number:8},{name:"TYPE_STRING",number:9},{name:"TYPE_GROUP",number:10},{name:"TYPE_MESSAGE",number:11},{name:"TYPE_BYTES",number:12},{name:"TYPE_UINT32",number:13},{name:"TYPE_ENUM",number:14},{name:"TYPE_SFIXED32",number:15},{name:"TYPE_SFIXED64",number:16},{name:"TYPE_SINT32",number:17},{name:"TYPE_SINT64",number:18}]},{name:"Label",value:[{name:"LABEL_OPTIONAL",number:1},{name:"LABEL_REPEATED",number:3},{name:"LABEL_REQUIRED",number:2}]}]},{name:"OneofDescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"options",number:2,type:11,label:1,typeName:".google.protobuf.OneofOptions"}]},{name:"EnumDescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"value",number:2,type:11,label:3,typeName:".google.protobuf.EnumValueDescriptorProto"},{name:"options",number:3,type:11,label:1,typeName:".google.protobuf.EnumOptions"},{name:"reserved_range",number:4,type:11,label:3,typeName:".google.protobuf.EnumDescriptorProto.EnumReservedRange"},{name:"reserved_name",number:5,type:9,label:3},{name:"visibility",number:6,type:14,label:1,typeName:".google.protobuf.SymbolVisibility"}],nestedType:[{name:"EnumReservedRange",field:[{name:"start",number:1,type:5,label:1},{name:"end",number:2,type:5,label:1}]}]},{name:"EnumValueDescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"number",number:2,type:5,label:1},{name:"options",number:3,type:11,label:1,typeName:".google.protobuf.EnumValueOptions"}]},{name:"ServiceDescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"method",number:2,type:11,label:3,typeName:".google.protobuf.MethodDescriptorProto"},{name:"options",number:3,type:11,label:1,typeName:".google.protobuf.ServiceOptions"}]},{name:"MethodDescriptorProto",field:[{name:"name",number:1,type:9,label:1},{name:"input_type",number:2,type:9,label:1},{name:"output_type",number:3,type:9,label:1},{name:"options",number:4,type:11,label:1,typeName:".google.protobuf.MethodOptions"},{name:"client_streaming",number:5,type:8,label:1,defaultValue:"false"},{name:"server_streaming",number:6,type:8,label:1,defaultValue:"false"}]},{name:"FileOptions",field:[{name:"java_package",number:1,type:9,label:1},{name:"java_outer_classname",number:8,type:9,label:1},{name:"java_multiple_files",number:10,type:8,label:1,defaultValue:"false",options:{}},{name:"java_generate_equals_and_hash",number:20,type:8,label:1,options:{deprecated:!0}},{name:"java_string_check_utf8",number:27,type:8,label:1,defaultValue:"false"},{name:"optimize_for",number:9,type:14,label:1,typeName:".google.protobuf.FileOptions.OptimizeMode",defaultValue:"SPEED"},{name:"go_package",number:11,type:9,label:1},{name:"cc_generic_services",number:16,type:8,label:1,defaultValue:"false"},{name:"java_generic_services",number:17,type:8,label:1,defaultValue:"false"},{name:"py_generic_services",number:18,type:8,label:1,defaultValue:"false"},{name:"deprecated",number:23,type:8,label:1,defaultValue:"false"},{name:"cc_enable_arenas",number:31,type:8,label:1,defaultValue:"true",options:{}},{name:"objc_class_prefix",number:36,type:9,label:1},{name:"csharp_namespace",number:37,type:9,label:1},{name:"swift_prefix",number:39,type:9,label:1},{name:"php_class_prefix",number:40,type:9,label:1},{name:"php_namespace",number:41,type:9,label:1},{name:"php_metadata_namespace",number:44,type:9,label:1},{name:"ruby_package",number:45,type:9,label:1},{name:"features",number:50,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],enumType:[{name:"OptimizeMode",value:[{name:"SPEED",number:1},{name:"CODE_SIZE",number:2},{name:"LITE_RUNTIME",number:3}]}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"MessageOptions",field:[{name:"message_set_wire_format",number:1,type:8,label:1,defaultValue:"false"},{name:"no_standard_descriptor_accessor",number:2,type:8,label:1,defaultValue:"false"},{name:"deprecated",number:3,type:8,label:1,defaultValue:"false"},{name:"map_entry",number:7,type:8,label:1},{name:"deprecated_legacy_json_field_conflicts",number:11,type:8,label:1,options:{deprecated:!0}},{name:"features",number:12,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"FieldOptions",field:[{name:"ctype",number:1,type:14,label:1,typeName:".google.protobuf.FieldOptions.CType",defaultValue:"STRING"},{name:"packed",number:2,type:8,label:1},{name:"jstype",number:6,type:14,label:1,typeName:".google.protobuf.FieldOptions.JSType",defaultValue:"JS_NORMAL"},{name:"lazy",number:5,type:8,label:1,defaultValue:"false"},{name:"unverified_lazy",number:15,type:8,label:1,defaultValue:"false"},{name:"deprecated",number:3,type:8,label:1,defaultValue:"false"},{name:"weak",number:10,type:8,label:1,defaultValue:"false",options:{deprecated:!0}},{name:"debug_redact",number:16,type:8,label:1,defaultValue:"false"},{name:"retention",number:17,type:14,label:1,typeName:".google.protobuf.FieldOptions.OptionRetention"},{name:"targets",number:19,type:14,label:3,typeName:".google.protobuf.FieldOptions.OptionTargetType"},{name:"edition_defaults",number:20,type:11,label:3,typeName:".google.protobuf.FieldOptions.EditionDefault"},{name:"features",number:21,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"feature_support",number:22,type:11,label:1,typeName:".google.protobuf.FieldOptions.FeatureSupport"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],nestedType:[{name:"EditionDefault",field:[{name:"edition",number:3,type:14,label:1,typeName:".google.protobuf.Edition"},{name:"value",number:2,type:9,label:1}]},{name:"FeatureSupport",field:[{name:"edition_introduced",number:1,type:14,label:1,typeName:".google.protobuf.Edition"},{name:"edition_deprecated",number:2,type:14,label:1,typeName:".google.protobuf.Edition"},{name:"deprecation_warning",number:3,type:9,label:1},{name:"edition_removed",number:4,type:14,label:1,typeName:".google.protobuf.Edition"},{name:"removal_error",number:5,type:9,label:1}]}],enumType:[{name:"CType",value:[{name:"STRING",number:0},{name:"CORD",number:1},{name:"STRING_PIECE",number:2}]},{name:"JSType",value:[{name:"JS_NORMAL",number:0},{name:"JS_STRING",number:1},{name:"JS_NUMBER",number:2}]},{name:"OptionRetention",value:[{name:"RETENTION_UNKNOWN",number:0},{name:"RETENTION_RUNTIME",number:1},{name:"RETENTION_SOURCE",number:2}]},{name:"OptionTargetType",value:[{name:"TARGET_TYPE_UNKNOWN",number:0},{name:"TARGET_TYPE_FILE",number:1},{name:"TARGET_TYPE_EXTENSION_RANGE",number:2},{name:"TARGET_TYPE_MESSAGE",number:3},{name:"TARGET_TYPE_FIELD",number:4},{name:"TARGET_TYPE_ONEOF",number:5},{name:"TARGET_TYPE_ENUM",number:6},{name:"TARGET_TYPE_ENUM_ENTRY",number:7},{name:"TARGET_TYPE_SERVICE",number:8},{name:"TARGET_TYPE_METHOD",number:9}]}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"OneofOptions",field:[{name:"features",number:1,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"EnumOptions",field:[{name:"allow_alias",number:2,type:8,label:1},{name:"deprecated",number:3,type:8,label:1,defaultValue:"false"},{name:"deprecated_legacy_json_field_conflicts",number:6,type:8,label:1,options:{deprecated:!0}},{name:"features",number:7,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"EnumValueOptions",field:[{name:"deprecated",number:1,type:8,label:1,defaultValue:"false"},{name:"features",number:2,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"debug_redact",number:3,type:8,label:1,defaultValue:"false"},{name:"feature_support",number:4,type:11,label:1,typeName:".google.protobuf.FieldOptions.FeatureSupport"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"ServiceOptions",field:[{name:"features",number:34,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"deprecated",number:33,type:8,label:1,defaultValue:"false"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"MethodOptions",field:[{name:"deprecated",number:33,type:8,label:1,defaultValue:"false"},{name:"idempotency_level",number:34,type:14,label:1,typeName:".google.protobuf.MethodOptions.IdempotencyLevel",defaultValue:"IDEMPOTENCY_UNKNOWN"},{name:"features",number:35,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"uninterpreted_option",number:999,type:11,label:3,typeName:".google.protobuf.UninterpretedOption"}],enumType:[{name:"IdempotencyLevel",value:[{name:"IDEMPOTENCY_UNKNOWN",number:0},{name:"NO_SIDE_EFFECTS",number:1},{name:"IDEMPOTENT",number:2}]}],extensionRange:[{start:990,end:999},{start:1e3,end:536870912}]},{name:"UninterpretedOption",field:[{name:"name",number:2,type:11,label:3,typeName:".google.protobuf.UninterpretedOption.NamePart"},{name:"identifier_value",number:3,type:9,label:1},{name:"positive_int_value",number:4,type:4,label:1},{name:"negative_int_value",number:5,type:3,label:1},{name:"double_value",number:6,type:1,label:1},{name:"string_value",number:7,type:12,label:1},{name:"aggregate_value",number:8,type:9,label:1}],nestedType:[{name:"NamePart",field:[{name:"name_part",number:1,type:9,label:2},{name:"is_extension",number:2,type:8,label:2}]}]},{name:"FeatureSet",field:[{name:"field_presence",number:1,type:14,label:1,typeName:".google.protobuf.FeatureSet.FieldPresence",options:{retention:1,targets:[4,1],editionDefaults:[{value:"EXPLICIT",edition:900},{value:"IMPLICIT",edition:999},{value:"EXPLICIT",edition:1e3}]}},{name:"enum_type",number:2,type:14,label:1,typeName:".google.protobuf.FeatureSet.EnumType",options:{retention:1,targets:[6,1],editionDefaults:[{value:"CLOSED",edition:900},{value:"OPEN",edition:999}]}},{name:"repeated_field_encoding",number:3,type:14,label:1,typeName:".google.protobuf.FeatureSet.RepeatedFieldEncoding",options:{retention:1,targets:[4,1],editionDefaults:[{value:"EXPANDED",edition:900},{value:"PACKED",edition:999}]}},{name:"utf8_validation",number:4,type:14,label:1,typeName:".google.protobuf.FeatureSet.Utf8Validation",options:{retention:1,targets:[4,1],editionDefaults:[{value:"NONE",edition:900},{value:"VERIFY",edition:999}]}},{name:"message_encoding",number:5,type:14,label:1,typeName:".google.protobuf.FeatureSet.MessageEncoding",options:{retention:1,targets:[4,1],editionDefaults:[{value:"LENGTH_PREFIXED",edition:900}]}},{name:"json_format",number:6,type:14,label:1,typeName:".google.protobuf.FeatureSet.JsonFormat",options:{retention:1,targets:[3,6,1],editionDefaults:[{value:"LEGACY_BEST_EFFORT",edition:900},{value:"ALLOW",edition:999}]}},{name:"enforce_naming_style",number:7,type:14,label:1,typeName:".google.protobuf.FeatureSet.EnforceNamingStyle",options:{retention:2,targets:[1,2,3,4,5,6,7,8,9],editionDefaults:[{value:"STYLE_LEGACY",edition:900},{value:"STYLE2024",edition:1001},{value:"STYLE2026",edition:1002}]}},{name:"default_symbol_visibility",number:8,type:14,label:1,typeName:".google.protobuf.FeatureSet.VisibilityFeature.DefaultSymbolVisibility",options:{retention:2,targets:[1],editionDefaults:[{value:"EXPORT_ALL",edition:900},{value:"EXPORT_TOP_LEVEL",edition:1001},{value:"STRICT",edition:1002}]}},{name:"enforce_proto_limits",number:9,type:14,label:1,typeName:".google.protobuf.FeatureSet.ProtoLimitsFeature.EnforceProtoLimits",options:{retention:2,targets:[6,3,4,5],editionDefaults:[{value:"LEGACY_NO_EXPLICIT_LIMITS",edition:900},{value:"PROTO_LIMITS2026",edition:1002}]}}],nestedType:[{name:"VisibilityFeature",enumType:[{name:"DefaultSymbolVisibility",value:[{name:"DEFAULT_SYMBOL_VISIBILITY_UNKNOWN",number:0},{name:"EXPORT_ALL",number:1},{name:"EXPORT_TOP_LEVEL",number:2},{name:"LOCAL_ALL",number:3},{name:"STRICT",number:4}]}]},{name:"ProtoLimitsFeature",enumType:[{name:"EnforceProtoLimits",value:[{name:"PROTO_LIMITS_UNKNOWN",number:0},{name:"LEGACY_NO_EXPLICIT_LIMITS",number:1},{name:"PROTO_LIMITS2026",number:2}]}]}],enumType:[{name:"FieldPresence",value:[{name:"FIELD_PRESENCE_UNKNOWN",number:0},{name:"EXPLICIT",number:1},{name:"IMPLICIT",number:2},{name:"LEGACY_REQUIRED",number:3}]},{name:"EnumType",value:[{name:"ENUM_TYPE_UNKNOWN",number:0},{name:"OPEN",number:1},{name:"CLOSED",number:2}]},{name:"RepeatedFieldEncoding",value:[{name:"REPEATED_FIELD_ENCODING_UNKNOWN",number:0},{name:"PACKED",number:1},{name:"EXPANDED",number:2}]},{name:"Utf8Validation",value:[{name:"UTF8_VALIDATION_UNKNOWN",number:0},{name:"VERIFY",number:2},{name:"NONE",number:3}]},{name:"MessageEncoding",value:[{name:"MESSAGE_ENCODING_UNKNOWN",number:0},{name:"LENGTH_PREFIXED",number:1},{name:"DELIMITED",number:2}]},{name:"JsonFormat",value:[{name:"JSON_FORMAT_UNKNOWN",number:0},{name:"ALLOW",number:1},{name:"LEGACY_BEST_EFFORT",number:2}]},{name:"EnforceNamingStyle",value:[{name:"ENFORCE_NAMING_STYLE_UNKNOWN",number:0},{name:"STYLE2024",number:1},{name:"STYLE_LEGACY",number:2},{name:"STYLE2026",number:3}]}],extensionRange:[{start:1e3,end:9995},{start:9995,end:1e4},{start:1e4,end:10001}]},{name:"FeatureSetDefaults",field:[{name:"defaults",number:1,type:11,label:3,typeName:".google.protobuf.FeatureSetDefaults.FeatureSetEditionDefault"},{name:"minimum_edition",number:4,type:14,label:1,typeName:".google.protobuf.Edition"},{name:"maximum_edition",number:5,type:14,label:1,typeName:".google.protobuf.Edition"}],nestedType:[{name:"FeatureSetEditionDefault",field:[{name:"edition",number:3,type:14,label:1,typeName:".google.protobuf.Edition"},{name:"overridable_features",number:4,type:11,label:1,typeName:".google.protobuf.FeatureSet"},{name:"fixed_features",number:5,type:11,label:1,typeName:".google.protobuf.FeatureSet"}]}]},{name:"SourceCodeInfo",field:[{name:"location",number:1,type:11,label:3,typeName:".google.protobuf.SourceCodeInfo.Location"}],nestedType:[{name:"Location",field:[{name:"path",number:1,type:5,label:3,options:{packed:!0}},{name:"span",number:2,type:5,label:3,options:{packed:!0}},{name:"leading_comments",number:3,type:9,label:1},{name:"trailing_comments",number:4,type:9,label:1},{name:"leading_detached_comments",number:6,type:9,label:3}]}],extensionRange:[{start:536e6,end:536000001}]},{name:"GeneratedCodeInfo",field:[{name:"annotation",number:1,type:11,label:3,typeName:".google.protobuf.GeneratedCodeInfo.Annotation"}],nestedType:[{name:"Annotation",field:[{name:"path",number:1,type:5,label:3,options:{packed:!0}},{name:"source_file",number:2,type:9,label:1},{name:"begin",number:3,type:5,label:1},{name:"end",number:4,type:5,label:1},{name:"semantic",number:5,type:14,label:1,typeName:".google.protobuf.GeneratedCodeInfo.Annotation.Semantic"}],enumType:[{name:"Semantic",value:[{name:"NONE",number:0},{name:"SET",number:1},{name:"ALIAS",number:2}]}]}]}],enumType:[{name:"Edition",value:[{name:"EDITION_UNKNOWN",number:0},{name:"EDITION_LEGACY",number:900},{name:"EDITION_PROTO2",number:998},{name:"EDITION_PROTO3",number:999},{name:"EDITION_2023",number:1e3},{name:"EDITION_2024",number:1001},{name:"EDITION_2026",number:1002},{name:"EDITION_UNSTABLE",number:9999},{name:"EDITION_1_TEST_ONLY",number:1},{name:"EDITION_2_TEST_ONLY",number:2},{name:"EDITION_99997_TEST_ONLY",number:99997},{name:"EDITION_99998_TEST_ONLY",number:99998},{name:"EDITION_99999_TEST_ONLY",number:99999},{name:"EDITION_MAX",number:2147483647}]},{name:"SymbolVisibility",value:[{name:"VISIBILITY_UNSET",number:0},{name:"VISIBILITY_LOCAL",number:1},{name:"VISIBILITY_EXPORT",number:2}]}]}),$0=T0(gM,0);var A0;(function(i){i[i.DECLARATION=0]="DECLARATION",i[i.UNVERIFIED=1]="UNVERIFIED"})(A0||(A0={}));var C0;(function(i){i[i.DOUBLE=1]="DOUBLE",i[i.FLOAT=2]="FLOAT",i[i.INT64=3]="INT64",i[i.UINT64=4]="UINT64",i[i.INT32=5]="INT32",i[i.FIXED64=6]="FIXED64",i[i.FIXED32=7]="FIXED32",i[i.BOOL=8]="BOOL",i[i.STRING=9]="STRING",i[i.GROUP=10]="GROUP",i[i.MESSAGE=11]="MESSAGE",i[i.BYTES=12]="BYTES",i[i.UINT32=13]="UINT32",i[i.ENUM=14]="ENUM",i[i.SFIXED32=15]="SFIXED32",i[i.SFIXED64=16]="SFIXED64",i[i.SINT32=17]="SINT32",i[i.SINT64=18]="SINT64"})(C0||(C0={}));var R0;(function(i){i[i.OPTIONAL=1]="OPTIONAL",i[i.REPEATED=3]="REPEATED",i[i.REQUIRED=2]="REQUIRED"})(R0||(R0={}));var I0;(function(i){i[i.SPEED=1]="SPEED",i[i.CODE_SIZE=2]="CODE_SIZE",i[i.LITE_RUNTIME=3]="LITE_RUNTIME"})(I0||(I0={}));var N0;(function(i){i[i.STRING=0]="STRING",i[i.CORD=1]="CORD",i[i.STRING_PIECE=2]="STRING_PIECE"})(N0||(N0={}));var P0;(function(i){i[i.JS_NORMAL=0]="JS_NORMAL",i[i.JS_STRING=1]="JS_STRING",i[i.JS_NUMBER=2]="JS_NUMBER"})(P0||(P0={}));var L0;(function(i){i[i.RETENTION_UNKNOWN=0]="RETENTION_UNKNOWN",i[i.RETENTION_RUNTIME=1]="RETENTION_RUNTIME",i[i.RETENTION_SOURCE=2]="RETENTION_SOURCE"})(L0||(L0={}));var D0;(function(i){i[i.TARGET_TYPE_UNKNOWN=0]="TARGET_TYPE_UNKNOWN",i[i.TARGET_TYPE_FILE=1]="TARGET_TYPE_FILE",i[i.TARGET_TYPE_EXTENSION_RANGE=2]="TARGET_TYPE_EXTENSION_RANGE",i[i.TARGET_TYPE_MESSAGE=3]="TARGET_TYPE_MESSAGE",i[i.TARGET_TYPE_FIELD=4]="TARGET_TYPE_FIELD",i[i.TARGET_TYPE_ONEOF=5]="TARGET_TYPE_ONEOF",i[i.TARGET_TYPE_ENUM=6]="TARGET_TYPE_ENUM",i[i.TARGET_TYPE_ENUM_ENTRY=7]="TARGET_TYPE_ENUM_ENTRY",i[i.TARGET_TYPE_SERVICE=8]="TARGET_TYPE_SERVICE",i[i.TARGET_TYPE_METHOD=9]="TARGET_TYPE_METHOD"})(D0||(D0={}));var O0;(function(i){i[i.IDEMPOTENCY_UNKNOWN=0]="IDEMPOTENCY_UNKNOWN",i[i.NO_SIDE_EFFECTS=1]="NO_SIDE_EFFECTS",i[i.IDEMPOTENT=2]="IDEMPOTENT"})(O0||(O0={}));var U0;(function(i){i[i.DEFAULT_SYMBOL_VISIBILITY_UNKNOWN=0]="DEFAULT_SYMBOL_VISIBILITY_UNKNOWN",i[i.EXPORT_ALL=1]="EXPORT_ALL",i[i.EXPORT_TOP_LEVEL=2]="EXPORT_TOP_LEVEL",i[i.LOCAL_ALL=3]="LOCAL_ALL",i[i.STRICT=4]="STRICT"})(U0||(U0={}));var F0;(function(i){i[i.PROTO_LIMITS_UNKNOWN=0]="PROTO_LIMITS_UNKNOWN",i[i.LEGACY_NO_EXPLICIT_LIMITS=1]="LEGACY_NO_EXPLICIT_LIMITS",i[i.PROTO_LIMITS2026=2]="PROTO_LIMITS2026"})(F0||(F0={}));var k0;(function(i){i[i.FIELD_PRESENCE_UNKNOWN=0]="FIELD_PRESENCE_UNKNOWN",i[i.EXPLICIT=1]="EXPLICIT",i[i.IMPLICIT=2]="IMPLICIT",i[i.LEGACY_REQUIRED=3]="LEGACY_REQUIRED"})(k0||(k0={}));var B0;(function(i){i[i.ENUM_TYPE_UNKNOWN=0]="ENUM_TYPE_UNKNOWN",i[i.OPEN=1]="OPEN",i[i.CLOSED=2]="CLOSED"})(B0||(B0={}));var z0;(function(i){i[i.REPEATED_FIELD_ENCODING_UNKNOWN=0]="REPEATED_FIELD_ENCODING_UNKNOWN",i[i.PACKED=1]="PACKED",i[i.EXPANDED=2]="EXPANDED"})(z0||(z0={}));var V0;(function(i){i[i.UTF8_VALIDATION_UNKNOWN=0]="UTF8_VALIDATION_UNKNOWN",i[i.VERIFY=2]="VERIFY",i[i.NONE=3]="NONE"})(V0||(V0={}));var G0;(function(i){i[i.MESSAGE_ENCODING_UNKNOWN=0]="MESSAGE_ENCODING_UNKNOWN",i[i.LENGTH_PREFIXED=1]="LENGTH_PREFIXED",i[i.DELIMITED=2]="DELIMITED"})(G0||(G0={}));var H0;(function(i){i[i.JSON_FORMAT_UNKNOWN=0]="JSON_FORMAT_UNKNOWN",i[i.ALLOW=1]="ALLOW",i[i.LEGACY_BEST_EFFORT=2]="LEGACY_BEST_EFFORT"})(H0||(H0={}));var W0;(function(i){i[i.ENFORCE_NAMING_STYLE_UNKNOWN=0]="ENFORCE_NAMING_STYLE_UNKNOWN",i[i.STYLE2024=1]="STYLE2024",i[i.STYLE_LEGACY=2]="STYLE_LEGACY",i[i.STYLE2026=3]="STYLE2026"})(W0||(W0={}));var X0;(function(i){i[i.NONE=0]="NONE",i[i.SET=1]="SET",i[i.ALIAS=2]="ALIAS"})(X0||(X0={}));var Y0;(function(i){i[i.EDITION_UNKNOWN=0]="EDITION_UNKNOWN",i[i.EDITION_LEGACY=900]="EDITION_LEGACY",i[i.EDITION_PROTO2=998]="EDITION_PROTO2",i[i.EDITION_PROTO3=999]="EDITION_PROTO3",i[i.EDITION_2023=1e3]="EDITION_2023",i[i.EDITION_2024=1001]="EDITION_2024",i[i.EDITION_2026=1002]="EDITION_2026",i[i.EDITION_UNSTABLE=9999]="EDITION_UNSTABLE",i[i.EDITION_1_TEST_ONLY=1]="EDITION_1_TEST_ONLY",i[i.EDITION_2_TEST_ONLY=2]="EDITION_2_TEST_ONLY",i[i.EDITION_99997_TEST_ONLY=99997]="EDITION_99997_TEST_ONLY",i[i.EDITION_99998_TEST_ONLY=99998]="EDITION_99998_TEST_ONLY",i[i.EDITION_99999_TEST_ONLY=99999]="EDITION_99999_TEST_ONLY",i[i.EDITION_MAX=2147483647]="EDITION_MAX"})(Y0||(Y0={}));var q0;(function(i){i[i.VISIBILITY_UNSET=0]="VISIBILITY_UNSET",i[i.VISIBILITY_LOCAL=1]="VISIBILITY_LOCAL",i[i.VISIBILITY_EXPORT=2]="VISIBILITY_EXPORT"})(q0||(q0={}));function _M(i){return Object.assign(Object.assign({readUnknownFields:!0,recursionLimit:100},i),{depth:0})}function Ec(i,e,t){let n=Pa(i);return jd(i).read(n,new Rr(e),_M(t),e.byteLength),n}var K0=new WeakMap;function jd(i){let e=K0.get(i);return e===void 0&&(e=xM(i)),e}function xM(i){let e=String(i),t=new Map,n={read:yM(e,t),readGroup:bM(e,t)};K0.set(i,n);for(let s of i.fields)t.set(s.number,vM(s));return n}function yM(i,e){return(t,n,s,r)=>{var o;if(++s.depth>s.recursionLimit)throw new Error(`cannot decode ${i} from binary: maximum recursion depth of ${s.recursionLimit} reached`);let a=n.pos+r,c=(o=t.$unknown)!==null&&o!==void 0?o:[];for(;n.pos<a;){let[l,u]=n.tag(),h=e.get(l);if(h===void 0){let d=n.skip(u,l,s.recursionLimit-s.depth);s.readUnknownFields&&c.push({no:l,wireType:u,data:d});continue}h(t,n,s,u)}c.length>0&&(t.$unknown=c),s.depth--}}function bM(i,e){return(t,n,s,r)=>{var o;if(++s.depth>s.recursionLimit)throw new Error(`cannot decode ${i} from binary: maximum recursion depth of ${s.recursionLimit} reached`);let a,c,l=(o=t.$unknown)!==null&&o!==void 0?o:[];for(;n.pos<n.len&&([a,c]=n.tag(),c!=ni.EndGroup);){let u=e.get(a);if(u===void 0){let h=n.skip(c,a,s.recursionLimit-s.depth);s.readUnknownFields&&l.push({no:a,wireType:c,data:h});continue}u(t,n,s,c)}if(c!=ni.EndGroup||a!==r)throw new Error("invalid end group tag");l.length>0&&(t.$unknown=l),s.depth--}}function vM(i){switch(i.fieldKind){case"scalar":return SM(i);case"enum":return MM(i);case"message":return wM(i);case"list":return EM(i);case"map":return TM(i)}}function SM(i){let e=wc(i.scalar,i.utf8Validation,i.longAsString),t=i.localName;if(i.oneof){let n=i.oneof.localName;return(s,r)=>{s[n]={case:t,value:e(r)}}}return(n,s)=>{n[t]=e(s)}}function MM(i){var e;let t=i.localName,n=(e=i.oneof)===null||e===void 0?void 0:e.localName;if(i.enum.open)return n!==void 0?(o,a)=>{o[n]={case:t,value:a.int32()}}:(o,a)=>{o[t]=a.int32()};let s=i.enum.values,r=i.number;return(o,a,c,l)=>{var u;let h=a.int32();if(s.some(d=>d.number===h))n!==void 0?o[n]={case:t,value:h}:o[t]=h;else if(c.readUnknownFields){let d=[];$g(h,d);let f=(u=o.$unknown)!==null&&u!==void 0?u:[];f.push({no:r,wireType:l,data:new Uint8Array(d)}),o.$unknown=f}}}function wM(i){let e=i.localName,{toMessage:t,toLocal:n}=vc(i),s=j0(i);if(i.oneof){let r=i.oneof.localName;return(o,a,c)=>{let l=o[r],u=t(l.case===e?l.value:void 0);s(u,a,c),o[r]={case:e,value:n(u)}}}return(r,o,a)=>{let c=t(r[e]);s(c,o,a),r[e]=n(c)}}function j0(i){let e=jd(i.message);if(i.delimitedEncoding){let t=i.number;return(n,s,r)=>e.readGroup(n,s,r,t)}return(t,n,s)=>e.read(t,n,s,n.uint32())}function EM(i){let e=i.localName;if(i.listKind=="message"){let{toMessage:o,toLocal:a}=vc(i),c=j0(i);return(l,u,h)=>{let d=o(void 0);c(d,u,h),l[e].push(a(d))}}let t=i.listKind=="enum"?ke.INT32:i.scalar,n=i.listKind=="scalar"?i.longAsString:!1,s=wc(t,i.utf8Validation,n),r=t!=ke.STRING&&t!=ke.BYTES;return(o,a,c,l)=>{let u=o[e];if(l==ni.LengthDelimited&&r){let h=a.uint32()+a.pos;for(;a.pos<h;)u.push(s(a))}else u.push(s(a))}}function TM(i){let e=i.localName,t=wc(i.mapKey,i.utf8Validation,!1),n=Ra(i.mapKey,!1),s,r;switch(i.mapKind){case"scalar":{let o=i.scalar,a=wc(o,i.utf8Validation,!1);if(s=c=>a(c),o==ke.BYTES)r=()=>new Uint8Array(0);else{let c=Ra(o,!1);r=()=>c}break}case"enum":{let o=i.enum.values[0].number;s=a=>a.int32(),r=()=>o;break}case"message":{let{toMessage:o,toLocal:a}=vc(i),c=jd(i.message).read;s=(l,u,h)=>{let d=o(h);return c(d,l,u,l.uint32()),a(d)},r=()=>a(o(void 0));break}}return(o,a,c)=>{let l=o[e],u,h,d=a.uint32(),f=a.pos+d;for(;a.pos<f;){let[p,_]=a.tag();switch(p){case 1:u=t(a);break;case 2:h=s(a,c,h);break;default:a.skip(_,p,c.recursionLimit-c.depth)}}u===void 0&&(u=n),h===void 0&&(h=r()),Cr(l,u,h)}}function wc(i,e,t){switch(i){case ke.STRING:return n=>n.string(e);case ke.BOOL:return n=>n.bool();case ke.DOUBLE:return n=>n.double();case ke.FLOAT:return n=>n.float();case ke.INT32:return n=>n.int32();case ke.INT64:return t?n=>String(n.int64()):n=>n.int64();case ke.UINT64:return t?n=>String(n.uint64()):n=>n.uint64();case ke.FIXED64:return t?n=>String(n.fixed64()):n=>n.fixed64();case ke.BYTES:return n=>n.bytes();case ke.FIXED32:return n=>n.fixed32();case ke.SFIXED32:return n=>n.sfixed32();case ke.SFIXED64:return t?n=>String(n.sfixed64()):n=>n.sfixed64();case ke.SINT64:return t?n=>String(n.sint64()):n=>n.sint64();case ke.UINT32:return n=>n.uint32();case ke.SINT32:return n=>n.sint32()}}var AM=new TextDecoder;function Q0(i){if(i.encoding==="json")return t=>JSON.parse(AM.decode(t));let e=Jd(i);return e?t=>Zd(e,Ec(e,t)):()=>null}function Jd(i){if(i.encoding!=="protobuf")return;let e=Ec($0,Uint8Array.from(atob(i.schema),t=>t.charCodeAt(0)));return $d(e).getMessage(i.schemaName)}var CM=new Set(["google.protobuf.Timestamp","google.protobuf.Duration"]);function Zd(i,e){if(CM.has(i.typeName))return Number(e.seconds)+e.nanos*1e-9;let t={};for(let n of i.fields)t[n.name]=RM(n,n.oneof?e[n.oneof.localName]:e[n.localName]);return t}function RM(i,e){switch(i.oneof&&(e=e.case===i.localName?e.value:void 0),i.fieldKind){case"list":return i.listKind==="message"?e.map(t=>Zd(i.message,t)):i.listKind==="enum"?e.map(t=>Z0(i.enum,t)):J0(i.scalar)?e.map(Number):e;case"map":return e;case"message":return e===void 0?null:Zd(i.message,e);case"enum":return Z0(i.enum,e)}return J0(i.scalar)&&e!==void 0?Number(e):e}function Z0(i,e){let t=i.value[e];if(!t)return String(e);let n=i.name.replace(/([a-z0-9])([A-Z])/g,"$1_$2").toUpperCase()+"_";return(t.name.startsWith(n)?t.name.slice(n.length):t.name).toLowerCase()}var IM=new Set([ke.INT64,ke.UINT64,ke.SINT64,ke.FIXED64,ke.SFIXED64]);function J0(i){return IM.has(i)}var e_=1e4,t_=[500,1e3,2e3,4e3],Tc=class{constructor(e,t,n=s=>new WebSocket(s,zg)){Object.assign(this,{url:e,on:t,open:n}),this.wanted=new Map,this.attempts=0,this.nextID=1,this.reset()}reset(){this.channels=new Map,this.topics=new Map,this.services=new Map,this.subscriptions=new Map,this.calls??=new Map;for(let e of[...this.calls.keys()])this.settle(e,"reject",new Error("the connection ended before the reply came"));this.info=null}connect(){this.on.state(this.attempts===0?"connecting":"reconnecting");let e=this.open(this.url);this.socket=e,e.binaryType="arraybuffer",e.onopen=()=>{this.attempts=0,this.on.state("connected")},e.onmessage=({data:t})=>this.receive(t),e.onclose=()=>{this.reset(),this.on.state("disconnected");let t=t_[Math.min(this.attempts++,t_.length-1)];setTimeout(()=>this.connect(),t)}}receive(e){let t=typeof e=="string"?JSON.parse(e):Vg(e);t&&this.handlers[t.op]?.call(this,t)}handlers={serverInfo(e){this.info=e;let t=e.capabilities??[];t.includes("parametersSubscribe")&&this.send({op:"subscribeParameterUpdates",parameterNames:[]}),t.includes("parameters")&&this.getParameters(),this.on.info(e)},advertise({channels:e}){for(let t of e)this.channels.set(t.id,t),this.topics.set(t.topic,t),this.wanted.has(t.topic)&&this.subscribe(t);this.on.channels(this.topics)},unadvertise({channelIds:e}){for(let t of e){let n=this.channels.get(t);this.channels.delete(t),n&&this.topics.get(n.topic)===n&&this.topics.delete(n.topic)}this.on.channels(this.topics)},advertiseServices({services:e}){for(let t of e)this.services.set(t.name,t);this.on.services(this.services)},unadvertiseServices({serviceIds:e}){for(let[t,{id:n}]of this.services)e.includes(n)&&this.services.delete(t);this.on.services(this.services)},parameterValues({parameters:e}){this.on.parameters(e)},status(e){this.on.status(e)},message({subscription:e,time:t,data:n}){let s=this.subscriptions.get(e);if(!s)return;let r;try{s.decode??=Q0(s),r=s.decode(n)}catch(o){this.on.status({level:2,id:s.topic,message:`${s.topic}: ${o.message}`});return}this.on.message(s.topic,t,r)},time({time:e}){this.on.time?.(e)},reply({call:e,data:t}){this.settle(e,"resolve",JSON.parse(new TextDecoder().decode(t)||"null"))},serviceCallFailure({callId:e,message:t}){this.settle(e,"reject",new Error(t))},playback(e){this.on.playback(e)}};send(e){this.socket?.readyState===1&&this.socket.send(e instanceof Uint8Array?e:JSON.stringify(e))}want(e){let t=this.wanted.get(e)??0;this.wanted.set(e,t+1),t===0&&this.topics.has(e)&&this.subscribe(this.topics.get(e))}release(e){let t=(this.wanted.get(e)??0)-1;if(t>0){this.wanted.set(e,t);return}this.wanted.delete(e);for(let[n,s]of this.subscriptions)s.topic===e&&(this.subscriptions.delete(n),this.send({op:"unsubscribe",subscriptionIds:[n]}))}subscribe(e){let t=this.nextID++;this.subscriptions.set(t,e),this.send({op:"subscribe",subscriptions:[{id:t,channelId:e.id}]})}call(e,t){let n=this.services.get(e);if(!n)return Promise.reject(new Error(`the server has no service "${e}"`));let s=this.nextID++;return new Promise((r,o)=>{let a=setTimeout(()=>this.settle(s,"reject",new Error(`no reply to ${e} within ${e_/1e3} s`)),e_);this.calls.set(s,{resolve:r,reject:o,timer:a}),this.send(Gg(n.id,s,t))})}settle(e,t,n){let s=this.calls.get(e);s&&(this.calls.delete(e),clearTimeout(s.timer),s[t](n))}getParameters(){this.send({op:"getParameters",parameterNames:[],id:"all"})}setParameter(e,t,n){this.send({op:"setParameters",parameters:[n?{name:e,value:t,type:n}:{name:e,value:t}],id:e})}control(e){this.send(Hg({...e,request:`page-${this.nextID++}`}))}};var n_=["run","limited","ramp_hold","damp","ramp_off","brake","off"],Qd={run:"follows its controller",limited:"follows its controller within reduced limits",ramp_hold:"slows down, then holds its position",damp:"brakes with little torque, holds nothing",ramp_off:"slows down, then has no torque",brake:"the spring brake is closed",off:"has no torque"};function Nr(i){return i!=="run"&&i!=="limited"}var Ac=class{constructor(){this.clear()}clear(){this.joints=new Map,this.seen=new Set}event(e){if(e.kind!=="mode_changed"||e.joint==="")return;let t=`${e.time_ns} ${e.source} ${e.joint} ${e.to}`;this.seen.has(t)||(this.seen.add(t),this.insert(`${NM(e.source)}/${e.joint}`,{at:e.time_ns*1e-9,from:e.from,mode:e.to,cause:e.cause,text:e.text}))}status(e,t,n,s,r){let o=`${e}/${t}`,c=this.joints.get(o)?.at(-1);(!c||c.mode!==n&&r>c.at)&&this.insert(o,{at:r,from:c?.mode??"",mode:n,cause:s,text:""})}insert(e,t){let n=this.joints.get(e)??[],s=n.length;for(;s>0&&n[s-1].at>t.at;)s--;n.splice(s,0,t),this.joints.set(e,n)}segments(e,t,n){let s=this.joints.get(e)??[],r=[];return s[0]?.from&&r.push({from:-1/0,to:s[0].at,mode:s[0].from,cause:"",text:""}),s.forEach((o,a)=>r.push({from:o.at,to:s[a+1]?.at??1/0,mode:o.mode,cause:o.cause,text:o.text})),r.filter(o=>o.to>t&&o.from<n&&o.to>o.from).map(o=>({...o,from:Math.max(o.from,t),to:Math.min(o.to,n)}))}modeAt(e,t){return this.segments(e,t,t+1e-6)[0]?.mode}};function NM(i){return i.split("/")[0]}function wo(i){let e=[];for(let[t,n]of Object.entries(i?.worlds??{})){let s=(n.Joints??[]).filter(r=>Nr(r.Mode));s.length!==0&&e.push({world:t,nonce:n.Nonce,incarnation:n.Incarnation,way:s.some(r=>PM(r.Required))?"reset":"acknowledge",joints:s})}return e}function PM(i){return i==="reset"||i==="never"}function i_({world:i,way:e,nonce:t,incarnation:n}){return{world:i,way:e,seen:{nonce:t,incarnation:n}}}function s_(i,e){let t=e?.worlds?.[i.world];return!t||t.Nonce!==i.nonce||t.Incarnation!==i.incarnation}function tf(i){return i?.summary?.length>0?i.summary:wo(i).map(({world:e,joints:t})=>{let n=`${t.length} ${t.length===1?"joint":"joints"} of ${e}`;if(t.every(r=>r.Causes==="startup"))return`${n} ${t.length===1?"has":"have"} not run yet${t[0].Waiting?`: ${t[0].Waiting}`:""}`;let s=[...new Set(t.map(r=>r.Causes).filter(r=>r&&r!=="none"))].join(", ");return`${n} stopped${s?` (${s})`:""}: robo-actors rearm ${e}`})}var ef=8;function r_(i){let e=tf(i).join(`
`);return wo(i).filter(({joints:t})=>!e.includes(t[0].Joint)).map(({world:t,joints:n})=>{let s=n.slice(0,ef).map(r=>r.Causes&&r.Causes!=="none"?`${r.Joint} (${r.Causes})`:r.Joint);return`${t}: ${s.join(", ")}${n.length>ef?` and ${n.length-ef} more`:""}`})}var o_=["perception","planning","control","actuation"],jt={width:134,height:38,gapX:30,gapY:9,pad:12,title:24,worldGap:22};function l_(i){let e=new Map(i.worlds.map(o=>[o.name,[]]));for(let o of i.actors){let a=e.has(o.world)?o.world:"";e.has(a)||e.set(a,[]),e.get(a).push(o)}let t={width:0,height:0,worlds:[],actors:[],links:[]},n=new Map,s=jt.worldGap/2;for(let[o,a]of e){let c=LM(a),l=Math.max(1,...c.map(d=>d.actors.length)),u=2*jt.pad+c.length*(jt.width+jt.gapX)-jt.gapX,h=jt.title+l*(jt.height+jt.gapY)-jt.gapY+jt.pad+4;t.worlds.push({name:o,rate:i.worlds.find(d=>d.name===o)?.rate_hz,x:jt.worldGap,y:s,width:Math.max(u,jt.width),height:h}),c.forEach((d,f)=>d.actors.forEach((p,_)=>{let m={...p,x:jt.worldGap+jt.pad+f*(jt.width+jt.gapX),y:s+jt.title+4+_*(jt.height+jt.gapY),width:jt.width,height:jt.height};n.set(p.path,m),t.actors.push(m)})),s+=h+jt.worldGap,t.width=Math.max(t.width,u+2*jt.worldGap)}t.height=s-jt.worldGap/2;let r=new Set;for(let o of i.links){let a=n.get(a_(o.from)),c=n.get(a_(o.to));if(!a||!c||a===c)continue;let l=`${a.path} ${c.path} ${o.coupling}`;r.has(l)||(r.add(l),t.links.push({...o,fromActor:a.path,toActor:c.path,path:DM(a,c),middle:{x:(a.x+a.width+c.x)/2,y:(a.y+c.y+a.height)/2}}))}return t}function a_(i){let e=i.lastIndexOf("/"),t=i.indexOf(".",e+1);return t<0?i:i.slice(0,t)}function LM(i){let t=[...o_,...new Set(i.map(n=>n.phase).filter(n=>!o_.includes(n)))].map(n=>({phase:n,actors:i.filter(s=>s.phase===n)})).filter(n=>n.actors.length>0);return t.length>0?t:[{phase:"",actors:[]}]}function DM(i,e){let[t,n]=[i.x+i.width,i.y+i.height/2],[s,r]=[e.x,e.y+e.height/2];if(s>t){let a=(s-t)/2;return`M${t} ${n} C${t+a} ${n} ${s-a} ${r} ${s} ${r}`}let o=30;return`M${t} ${n} C${t+o} ${n+o} ${s-o} ${r+(r>n?-o:o)} ${s} ${r}`}var Cc=class{constructor(e,t){Object.assign(this,{holder:e,detail:t}),this.health=new Map,this.shown=""}application(e){this.health.clear();let t=l_(e),n=Qt("svg",{class:"wiring",viewBox:`0 0 ${t.width} ${t.height}`,role:"img","aria-label":"worlds, actors and links"});n.append(Qt("defs",{},Qt("marker",{id:"tip",viewBox:"0 0 8 8",refX:7,refY:4,markerWidth:8,markerHeight:8,markerUnits:"userSpaceOnUse",orient:"auto-start-reverse"},Qt("path",{d:"M0 0 L8 4 L0 8 z"})))),n.style.minWidth=`${Math.round(t.width*.78)}px`,n.style.maxWidth=`${t.width}px`;for(let s of t.worlds)n.append(Qt("rect",{class:"world",x:s.x,y:s.y,width:s.width,height:s.height,rx:6})),n.append(Qt("text",{class:"world-name",x:s.x+12,y:s.y+18,text:s.name===""?"outside the worlds":`${s.name}  ${Pd(s.rate)}`}));this.links=t.links.map(s=>{let r=Qt("path",{class:s.coupling?"link coupling":"link",d:s.path,"marker-end":"url(#tip)"},Qt("title",{text:c_(s)}));return n.append(r),{...s,line:r,age:s.coupling?Qt("text",{class:"age",x:s.middle.x,y:s.middle.y}):null}}),this.actors=t.actors.map(s=>{let r=Qt("text",{x:s.x+10,y:s.y+17,text:OM(s.path.split("/").slice(1).join("/")||s.path,18)}),o=Qt("text",{class:"facts",x:s.x+10,y:s.y+32}),a=Qt("g",{class:"actor",tabindex:0,role:"button","aria-label":s.path},Qt("rect",{x:s.x,y:s.y,width:s.width,height:s.height,rx:4}),r,o,Qt("title",{text:`${s.path} (${s.kind})`}));return a.addEventListener("click",()=>this.show(s)),a.addEventListener("keydown",c=>{(c.key==="Enter"||c.key===" ")&&this.show(s)}),n.append(a),{...s,group:a,facts:o}});for(let{age:s}of this.links)s&&n.append(s);this.holder.replaceChildren(n),this.detail.replaceChildren(),this.draw()}message(e){this.health.set(e.actor,e)}draw(){for(let e of this.actors??[]){let t=this.health.get(e.path),n=t?.period_ns>0?1e9/t.period_ns:e.rate_hz;e.facts.textContent=[Pd(n),t?.lateness?`late ${Is(t.lateness.p99_ns)}`:"",t?.state&&t.state!=="running"?t.state:""].filter(Boolean).join(" \xB7 "),e.group.setAttribute("class",`actor ${t?.state??""} ${t?.inputs.some(s=>s.stale)?"late":""}`)}for(let e of this.links??[]){let t=this.health.get(e.toActor)?.inputs.find(n=>n.from===e.from);e.line.classList.toggle("stale",t?.stale===!0),e.line.firstChild.textContent=c_(e,t),e.age&&(e.age.textContent=t?.age_ns>=0?Is(t.age_ns):"")}this.shown&&this.show(this.shown)}show(e){this.shown=e;let t=this.health.get(e.path),n=[["kind",e.kind],["phase",e.phase]];if(t){n.push(["state",`${t.state}, incarnation ${t.incarnation}, ${t.restarts} restarts`],["lateness, 99 %",Is(t.lateness?.p99_ns)],["execution, 99 %",Is(t.execution?.p99_ns)],["releases",`${t.ticks} ran, ${t.missed} missed`]);for(let s of t.inputs)n.push([`input ${s.port}`,`from ${s.from}: ${s.age_ns<0?"no value yet":`age ${Is(s.age_ns)}`}${s.max_age_ns>0?` of at most ${Is(s.max_age_ns)}`:""}${s.stale?", STALE":""}`]);t.last_error&&n.push(["last error",t.last_error])}this.detail.replaceChildren(xe("h3",{text:e.path}),xe("dl",{},...n.flatMap(([s,r])=>[xe("dt",{text:s}),xe("dd",{text:r})])))}};function c_(i,e){let t=e&&e.age_ns>=0?`, age ${Is(e.age_ns)}`:"";return`${i.from} \u2192 ${i.to}${i.coupling?", a coupling of two worlds":""}${i.max_age_s>0?`, at most ${Is(i.max_age_s*1e9)} old`:""}${t}`}function OM(i,e){return i.length>e?`${i.slice(0,e-1)}\u2026`:i}var u_={height:15,gap:3},Rc=class{constructor(e,t,n,s){Object.assign(this,{holder:e,lanes:n,explain:s}),this.rows=new Map;for(let r of n_)t.append(xe("span",{className:"choice",title:Qd[r]},xe("i",{className:`swatch mode-${r}`}),r));this.axis=Qt("svg",{class:"axis",height:18}),e.append(this.axis)}draw(e,t,n,s){let r=Math.max(120,this.holder.clientWidth-336),o=l=>(l-e)/(t-e)*r,a=[...this.lanes.joints.keys()].sort(d_);for(let l of this.rows.keys())this.lanes.joints.has(l)||(this.rows.get(l).box.remove(),this.rows.delete(l));let c="";for(let l of a){let u=this.rows.get(l)??this.addRow(l),[h,d]=h_(l);u.name.textContent=d,u.box.classList.toggle("first",h!==c),u.box.dataset.world=h,c=h,u.bars.setAttribute("width",r);let f=this.lanes.segments(l,e,Math.min(s,t));u.bars.replaceChildren(...f.map(g=>Qt("rect",{x:o(g.from).toFixed(1),width:Math.max(1,o(g.to)-o(g.from)).toFixed(1),y:0,height:u_.height,class:`mode-${g.mode}`},Qt("title",{text:`${l}: ${g.mode} (${Qd[g.mode]??""})${g.cause&&g.cause!=="none"?`, cause ${g.cause}`:""}${g.text?`: ${g.text}`:""}, ${Rs(g.from)} to ${Rs(g.to)}`}))));let p=f.at(-1),_=p?.mode??"";u.box.dataset.mode=_;let m=n.get(l)||(p?.cause!=="none"?p?.cause:"")||"";u.cause.textContent=_===""?"":Nr(_)?`${_}${m?`: ${m}`:""}`:_,u.cause.classList.toggle("stopped",_!==""&&Nr(_))}this.drawAxis(e,t,s,o,r)}addRow(e){let t=xe("span",{className:"joint",title:e}),n=Qt("svg",{height:u_.height,class:"bars"}),s=xe("button",{type:"button",className:"cause",title:`Explain the mode of ${e}`,on:{click:()=>this.explain(...h_(e))}}),r=xe("div",{className:"lane",data:{key:e}},t,n,s);this.rows.set(e,{box:r,name:t,bars:n,cause:s});let o=[...this.rows.keys()].sort(d_),a=this.rows.get(o[o.indexOf(e)+1]);return this.holder.insertBefore(r,a?.box??this.axis),this.rows.get(e)}drawAxis(e,t,n,s,r){this.axis.setAttribute("width",r);let o=[.5,1,2,5,10,20,60].find(c=>(t-e)/c<=8)??60,a=[];for(let c=Math.ceil(Math.max(0,e)/o)*o;c<=t;c+=o)a.push(Qt("line",{x1:s(c),x2:s(c),y1:0,y2:4}),Qt("text",{x:s(c),y:14,text:`${+c.toFixed(2)}`}));n<t&&a.push(Qt("path",{class:"now",d:`M${s(n)} 0 l-4 7 h8 z`})),this.axis.replaceChildren(...a)}};function h_(i){let e=i.indexOf("/");return[i.slice(0,e),i.slice(e+1)]}var d_=new Intl.Collator("en",{numeric:!0}).compare;var UM=2e3,Ic=class{constructor(e,t,n){Object.assign(this,{list:e,filter:t,count:n}),this.clear(),t.addEventListener("input",()=>{for(let s of this.list.children)this.judge(s);this.tally()})}clear(){this.seen=new Set,this.list.replaceChildren(),this.tally()}message(e,t){let n=`${t.toFixed(6)} ${e.name} ${e.message}`;if(this.seen.has(n))return;this.seen.add(n);let s=this.list.scrollTop+this.list.clientHeight>=this.list.scrollHeight-8,r=xe("li",{className:`level-${e.level}`,data:{id:n,time:String(t)}},xe("time",{text:t.toFixed(3)}),xe("span",{className:"source",text:e.name}),xe("span",{className:"text",text:FM(e)}));this.judge(r);let o=null;for(let a=this.list.lastElementChild;a&&Number(a.dataset.time)>t;a=a.previousElementSibling)o=a;for(this.list.insertBefore(r,o);this.list.children.length>UM;)this.seen.delete(this.list.firstElementChild.dataset.id),this.list.firstElementChild.remove();s&&(this.list.scrollTop=this.list.scrollHeight),this.tally()}mark(e){for(let t of this.list.children)t.classList.toggle("later",Number(t.dataset.time)>e)}judge(e){e.hidden=!e.textContent.toLowerCase().includes(this.filter.value.toLowerCase())}tally(){let e=this.list.children.length,t=this.filter.value===""?e:this.list.querySelectorAll("li:not([hidden])").length;this.count.textContent=t===e?`${e} ${e===1?"event":"events"}`:`${t} of ${e} events`}};function FM({name:i,message:e}){return i!==""&&e.startsWith(`${i} `)?e.slice(i.length+1):e}function f_(i){if(typeof i=="string")return i;let e=(i?.Goals??[]).map(t=>{let n=[t.Task,t.State];return t.State==="active"&&n.push(`${Math.round(t.Progress*100)} % done`,`${+t.Remaining.toPrecision(3)} ${t.Unit} to go`),t.Text&&n.push(t.Text),n.filter(Boolean).join(", ")});return i?.Text&&e.unshift(i.Text),i?.Known?.length>0&&e.push(`known: ${i.Known.join(", ")}`),e.join(`
`)||(i?.Result===void 0||i.Result==="success"?"no goals yet":String(i.Result))}function p_(i){return i.map(e=>{let t=(e.Chain??[]).map(s=>s.Words),n=e.Required?`to continue: re-arm by ${e.Required}`:"";return[`${e.World}/${e.Joint} is in ${e.Mode}`,...t.map((s,r)=>`${r+1}. ${s}`),e.DriveFault,n].filter(Boolean).join(`
`)}).join(`

`)}var nf={"panic of an actor":{of:"actor",line:"panic TARGET"},"error of an actor":{of:"actor",line:"error TARGET"},"hang of an actor":{of:"actor",line:"hang TARGET"},"slow actor":{of:"actor",line:"for 2s slow TARGET delay=5ms"},"crash loop":{of:"actor",line:"for 2s crash_loop TARGET"},"loss on a link":{of:"link",line:"for 1s drop TARGET"},"delay on a link":{of:"link",line:"for 1s delay TARGET delay=40ms"},"frozen value on a link":{of:"link",line:"for 1s freeze TARGET"},"NaN on a link":{of:"link",line:"for 1s nan TARGET"}},Nc=class{constructor(e,t){Object.assign(this,{holder:e,connection:t}),this.parameters=new Map,this.application=null,this.granted=!1,this.filter=xe("input",{type:"search",placeholder:"filter parameters","aria-label":"Filter parameters",on:{input:()=>this.drawParameters()}}),this.list=xe("div",{className:"parameters"})}draw({application:e,granted:t,why:n}){if(this.drawn&&e===this.application&&t===this.granted&&n===this.why)return;this.drawn=!0,this.why=n,this.application=e,this.granted=t;let s=[];t||s.push(xe("p",{className:"warn",text:n})),(this.connection.services.has("goal")||t)&&s.push(this.goalForm()),s.push(xe("section",{className:"card"},xe("h3",{text:"Parameters"}),this.filter,this.list)),e?.faults&&s.push(this.faultForm()),this.holder.replaceChildren(...s),this.drawParameters()}controllers(){return(this.application?.actors??[]).filter(e=>e.phase==="control").map(e=>e.path)}goalForm(){let e=sf(this.controllers(),"Controller"),t=xe("input",{placeholder:"task (empty: the only one)","aria-label":"Task"}),n=xe("textarea",{rows:3,placeholder:`name = numbers, one a line, SI units
shoulder = 0.4`,"aria-label":"Values of the goal"}),s=xe("p",{className:"answer",role:"status"}),r=a=>this.ask("goal",{Controller:e.value,Request:a},s),o=xe("form",{className:"card"},xe("h3",{text:"Goal"}),xe("div",{className:"row"},e,t),n,xe("div",{className:"row"},xe("button",{className:"primary",text:"Send goal",disabled:!this.granted}),xe("button",{type:"button",text:"Cancel goals",disabled:!this.granted,on:{click:()=>r({Verb:"cancel",Task:t.value})}}),xe("button",{type:"button",text:"Show",on:{click:()=>r({Verb:"show",Task:t.value})}})),s);return o.addEventListener("submit",a=>{a.preventDefault();try{r({Verb:"send",Goal:{Task:t.value,Values:kM(n.value)}})}catch(c){s.textContent=c.message}}),o}faultForm(){let e=xe("input",{placeholder:"for 2s panic world/actor","aria-label":"Fault, a line of a schedule without its time",size:40}),t=sf(Object.keys(nf),"Kind of fault"),n=sf([],"Target"),s=()=>{e.value=nf[t.value].line.replace("TARGET",n.value)},r=()=>{let{application:c}=this,l=nf[t.value].of==="link"?c.links.map(u=>`${u.from}->${u.to}`):c.actors.map(u=>u.path);n.replaceChildren(...l.map(u=>xe("option",{value:u,text:u}))),s()};t.addEventListener("change",r),n.addEventListener("change",s),r();let o=xe("p",{className:"answer",role:"status"}),a=xe("form",{className:"card"},xe("h3",{text:"Inject a fault"}),xe("div",{className:"row"},t,n),xe("div",{className:"row"},e,xe("button",{text:"Inject",className:"danger",disabled:!this.granted})),o);return a.addEventListener("submit",c=>{c.preventDefault(),this.ask("inject",{fault:e.value},o)}),a}async ask(e,t,n){n.textContent="\u2026";try{let s=await this.connection.call(e,t);n.textContent=f_(s),this.parameters.size>0&&this.connection.getParameters()}catch(s){n.textContent=s.message}}values(e){let t=e.every(({name:n})=>this.parameters.has(n));for(let n of e)this.parameters.set(n.name,n);if(!t)this.drawParameters();else for(let n of e)this.rows?.get(n.name)?.show(n)}drawParameters(){let e=this.filter.value.toLowerCase(),t=[...this.parameters.values()].filter(n=>n.name.toLowerCase().includes(e)).sort((n,s)=>n.name.localeCompare(s.name));this.rows=new Map,this.list.replaceChildren(...t.slice(0,200).map(n=>this.parameterRow(n))),t.length===0&&this.list.append(xe("p",{className:"quiet",text:this.parameters.size===0?"This application has no parameters.":"No parameter matches."}))}parameterRow(e){let t=xe("input",{"aria-label":e.name,disabled:!this.granted}),n=xe("button",{text:"Set",disabled:!this.granted}),s=xe("form",{className:"row"},xe("label",{text:e.name,title:e.name}),t,n),r=o=>{document.activeElement!==t&&(t.value=BM(o.value))};return r(e),s.addEventListener("submit",o=>{o.preventDefault(),t.blur(),this.connection.setParameter(e.name,zM(t.value,this.parameters.get(e.name).value),e.type)}),this.rows.set(e.name,{show:r}),s}};function sf(i,e){return xe("select",{"aria-label":e},...i.map(t=>xe("option",{value:t,text:t})))}function kM(i){return i.split(`
`).map(e=>e.trim()).filter(Boolean).map(e=>{let[t,n]=e.split(/[=:](.*)/).map(r=>r.trim()),s=(n??"").split(/[\s,]+/).filter(Boolean).map(Number);if(!t||s.length===0||!s.every(Number.isFinite))throw new Error(`"${e}" is not a value; expected a name and numbers, as in shoulder = 0.4`);return{Name:t,Numbers:s}})}function BM(i){return Array.isArray(i)?i.join(", "):String(i??"")}function zM(i,e){if(typeof e=="string")return i;if(typeof e=="boolean")return i.trim()==="true";let t=i.split(/[\s,]+/).filter(Boolean);return Array.isArray(e)?t.map(n=>e.every(s=>typeof s=="string")&&e.length>0?n:Number(n)):Number(i)}var VM=.5,Pc=class{constructor({bar:e,play:t,position:n,scrub:s,length:r,speed:o,connection:a,clock:c}){Object.assign(this,{bar:e,play:t,position:n,scrub:s,length:r,speed:o,connection:a,clock:c}),this.range=null,this.state={status:"paused",speed:1},t.addEventListener("click",()=>this.toggle()),s.addEventListener("input",()=>{this.dragging=!0,this.position.textContent=Rs(Number(s.value),2),this.seek(Number(s.value))}),s.addEventListener("change",()=>{this.dragging=!1,this.seek(Number(s.value))}),o.addEventListener("change",()=>this.control({play:this.state.status==="playing"}))}open(e){if(this.range=e,this.bar.hidden=e===null,e===null)return;let t=this.clock.at(e.begin),n=this.clock.at(e.end);Object.assign(this.scrub,{min:String(t),max:String(n)}),this.length.textContent=Rs(n)}control({play:e,seek:t=null}){this.connection.control({play:e,speed:Number(this.speed.value),seek:t})}toggle(){if(this.range===null)return;let e=this.state.status==="ended";this.control({play:this.state.status!=="playing",seek:e?this.range.begin:null})}seek(e){this.target=this.clock.log(e),!this.pending&&(this.pending=!0,setTimeout(()=>{this.pending=!1,this.control({play:this.state.status==="playing",seek:this.target})},60))}playback(e){this.state=e,this.since=performance.now();let t=e.status==="playing";return this.play.textContent=t?"\u275A\u275A":"\u25B6",this.play.setAttribute("aria-label",t?"Pause":"Play"),this.bar.dataset.status=e.status,[...this.speed.options].some(n=>Number(n.value)===e.speed)&&(this.speed.value=String(e.speed)),this.draw(this.clock.at(e.time)),e.seeked}latest(){if(this.range===null||this.state.time===void 0)return 1/0;let e=this.state.status==="playing"?((performance.now()-this.since)/1e3+VM)*this.state.speed:0;return this.clock.at(this.state.time)+e}draw(e){this.range===null||this.dragging||!Number.isFinite(e)||(this.scrub.value=String(e),this.position.textContent=Rs(e,2))}};var Lc=class{constructor(e,t,n){Object.assign(this,{dialog:e,call:t,notify:n}),this.status=null,document.addEventListener("keydown",s=>{s.key==="Escape"&&e.close()})}open(e){this.status=e;let t=wo(e);this.cards=t.map(n=>this.card(n)),this.dialog.replaceChildren(xe("h2",{id:"consent-title",text:"Re-arm stopped joints"}),xe("p",{text:t.length===0?"No joint is stopped.":"After a re-arm the joints accept commands of their controllers again. Look at the robot first: is everyone clear of it?"}),...this.cards.map(n=>n.box),xe("div",{className:"row end"},xe("button",{type:"button",text:"Close",on:{click:()=>this.dialog.close()}}))),this.dialog.open||this.dialog.show(),this.dialog.querySelector("button")?.focus()}update(e){if(this.status=e,!!this.dialog.open)for(let t of this.cards)t.done||!s_(t.seen,e)||(t.done=!0,t.button.disabled=!0,t.answer.replaceChildren("The condition has changed since. ",xe("button",{type:"button",text:"Show the present one",on:{click:()=>this.open(this.status)}})))}card(e){let t=xe("p",{className:"answer",role:"status"}),n=e.joints.some(a=>a.Present&&a.Present!=="none"),s=xe("button",{type:"button",className:"primary",text:`Re-arm ${e.world}`}),r={seen:e,answer:t,button:s,done:!1};s.addEventListener("click",()=>this.send(r));let o=e.joints.map(a=>xe("tr",{},xe("td",{text:a.Joint}),xe("td",{},xe("i",{className:`swatch mode-${a.Mode}`}),a.Mode),xe("td",{text:m_(a.Causes)}),xe("td",{text:m_(a.Present)}),xe("td",{text:a.Waiting||""})));return r.box=xe("section",{className:"card",data:{world:e.world}},xe("h3",{text:e.world}),xe("table",{},xe("thead",{},xe("tr",{},...["joint","mode","cause","still holds","waits"].map(a=>xe("th",{text:a})))),xe("tbody",{},...o)),n?xe("p",{className:"warn",text:"A cause that still holds keeps its joints stopped."}):"",xe("div",{className:"row"},s,xe("span",{className:"quiet",text:e.way==="reset"?"by reset: the start-up checks run first":"by acknowledgement"})),t),r}async send(e){e.done=!0,e.button.disabled=!0,e.answer.textContent="asking the gate \u2026";try{await this.call("rearm",i_(e.seen)),e.answer.textContent=`${e.seen.world} accepts commands again.`,this.notify(`${e.seen.world} is re-armed`),this.cards.every(t=>t.done)&&setTimeout(()=>this.dialog.close(),900)}catch(t){e.answer.textContent=t.message,e.answer.append(" ",xe("button",{type:"button",text:"Show the present condition",on:{click:()=>this.open(this.status)}}))}}};function m_(i){return!i||i==="none"?"\u2013":String(i)}async function g_(){let i=new URLSearchParams(location.hash.slice(1)).get("token");if(!i)return"";history.replaceState(null,"",location.pathname+location.search);try{let e=await fetch("login",{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify({token:i})});return e.ok?"":`This viewer only watches: ${(await e.text()).trim()}`}catch(e){return`The token could not be sent: ${e.message}`}}function __({info:i,application:e,services:t,connected:n}){return!n||!i?{granted:!1,why:"There is no connection with the application."}:i.dataEndTime?{granted:!1,why:"This is a recording: it cannot be operated."}:i.metadata?.control==="granted"||i.metadata?.control===void 0&&e?.control&&t.has("stop")?{granted:!0,why:""}:e?.control?{granted:!1,why:"This viewer only watches. To operate, open the address with #token=... that the command has printed."}:{granted:!1,why:"This view only watches. To operate, start the application with --control, and open the address with the token that it prints."}}var pr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},mr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},cx=0,Wf=1,ux=2;var Il=1,hx=2,aa=3,gs=0,oi=1,li=2,$r=0,la=1,Xf=2,Yf=3,qf=4,dx=5;var Kr=100,fx=101,px=102,mx=103,gx=104,_x=200,xx=201,yx=202,bx=203,$f=204,Kf=205,vx=206,Sx=207,Mx=208,wx=209,Ex=210,Tx=211,Ax=212,Cx=213,Rx=214,hu=0,du=1,fu=2,Wo=3,pu=4,mu=5,gu=6,_u=7,Nl=0,Ix=1,Nx=2,_s=0,jf=1,Zf=2,Jf=3,Qf=4,ep=5,tp=6,np=7,Rf="attached",Px="detached",ip=300,jr=301,ca=302,Fu=303,ku=304,Bs=1e3,si=1001,xu=1002,Fn=1003,Lx=1004;var Pl=1005;var On=1006,Bu=1007;var Li=1008;var ci=1009,sp=1010,rp=1011,ua=1012,zu=1013,Zi=1014,Di=1015,Ji=1016,Vu=1017,Gu=1018,Zr=1020,op=35902,ap=35899,lp=1021,cp=1022,Oi=1023,zs=1026,Ys=1027,up=1028,Hu=1029,gr=1030,Wu=1031;var Xu=1033,Ll=33776,Dl=33777,Ol=33778,Ul=33779,Yu=35840,qu=35841,$u=35842,Ku=35843,ju=36196,Zu=37492,Ju=37496,Qu=37488,eh=37489,Fl=37490,th=37491,nh=37808,ih=37809,sh=37810,rh=37811,oh=37812,ah=37813,lh=37814,ch=37815,uh=37816,hh=37817,dh=37818,fh=37819,ph=37820,mh=37821,gh=36492,_h=36494,xh=36495,yh=36283,bh=36284,kl=36285,vh=36286;var Ur=2300,yu=2301,cu=2302,Ka=2303,If=2400,Nf=2401,Pf=2402,Dx=2500;var Ox=3200;var ha=0,Ux=1,qs="",Et="srgb",ja="srgb-linear",Za="linear",It="srgb";var uu=7680;var Fx=519,kx=512,Bx=513,zx=514,hp=515,Vx=516,Gx=517,dp=518,fp=519,pp=35044;var mp="300 es",Ni=2e3,Xo=2001;function GM(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function HM(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function Yo(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Hx(){let i=Yo("canvas");return i.style.display="block",i}var x_={},qo=null;function Ja(...i){let e="THREE."+i.shift();qo?qo("log",e,...i):console.log(e,...i)}function Wx(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function $e(...i){i=Wx(i);let e="THREE."+i.shift();if(qo)qo("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function Qe(...i){i=Wx(i);let e="THREE."+i.shift();if(qo)qo("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function Ya(...i){let e=i.join(" ");e in x_||(x_[e]=!0,$e(...i))}function Xx(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var Yx={[hu]:hu,[fu]:gu,[pu]:pu,[Wo]:mu,[du]:du,[gu]:fu,[_u]:_u,[mu]:Wo},$i=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Gn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],y_=1234567,qa=Math.PI/180,Fr=180/Math.PI;function xs(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Gn[i&255]+Gn[i>>8&255]+Gn[i>>16&255]+Gn[i>>24&255]+"-"+Gn[e&255]+Gn[e>>8&255]+"-"+Gn[e>>16&15|64]+Gn[e>>24&255]+"-"+Gn[t&63|128]+Gn[t>>8&255]+"-"+Gn[t>>16&255]+Gn[t>>24&255]+Gn[n&255]+Gn[n>>8&255]+Gn[n>>16&255]+Gn[n>>24&255]).toLowerCase()}function xt(i,e,t){return Math.max(e,Math.min(t,i))}function gp(i,e){return(i%e+e)%e}function WM(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function XM(i,e,t){return i!==e?(t-i)/(e-i):0}function $a(i,e,t){return(1-t)*i+t*e}function YM(i,e,t,n){return $a(i,e,1-Math.exp(-t*n))}function qM(i,e=1){return e-Math.abs(gp(i,e*2)-e)}function $M(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function KM(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function jM(i,e){return i+Math.floor(Math.random()*(e-i+1))}function ZM(i,e){return i+Math.random()*(e-i)}function JM(i){return i*(.5-Math.random())}function QM(i){i!==void 0&&(y_=i);let e=y_+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function ew(i){return i*qa}function tw(i){return i*Fr}function nw(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function iw(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function _p(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function sw(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),c=o(t/2),l=r((e+n)/2),u=o((e+n)/2),h=r((e-n)/2),d=o((e-n)/2),f=r((n-e)/2),p=o((n-e)/2);switch(s){case"XYX":i.set(a*u,c*h,c*d,a*l);break;case"YZY":i.set(c*d,a*u,c*h,a*l);break;case"ZXZ":i.set(c*h,c*d,a*u,a*l);break;case"XZX":i.set(a*u,c*p,c*f,a*l);break;case"YXY":i.set(c*f,a*u,c*p,a*l);break;case"ZYZ":i.set(c*p,c*f,a*u,a*l);break;default:$e("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Sh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function xp(i,e){if(e.constructor===Float32Array)return i;let t=Sh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function yp(i,e){if(e.constructor===Float32Array)return i;let t=Sh(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var ui={DEG2RAD:qa,RAD2DEG:Fr,generateUUID:xs,clamp:xt,euclideanModulo:gp,mapLinear:WM,inverseLerp:XM,lerp:$a,damp:YM,pingpong:qM,smoothstep:$M,smootherstep:KM,randInt:jM,randFloat:ZM,randFloatSpread:JM,seededRandom:QM,degToRad:ew,radToDeg:tw,isPowerOfTwo:nw,ceilPowerOfTwo:iw,floorPowerOfTwo:_p,setQuaternionFromProperEuler:sw,normalize:yp,denormalize:xp},He=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=xt(this.x,e.x,t.x),this.y=xt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=xt(this.x,e,t),this.y=xt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(xt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},vn=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let c=n[s+0],l=n[s+1],u=n[s+2],h=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],_=r[o+3];if(h!==_||c!==d||l!==f||u!==p){let m=c*d+l*f+u*p+h*_;m<0&&(d=-d,f=-f,p=-p,_=-_,m=-m);let g=1-a;if(m<.9995){let y=Math.acos(m),w=Math.sin(y);g=Math.sin(g*y)/w,a=Math.sin(a*y)/w,c=c*g+d*a,l=l*g+f*a,u=u*g+p*a,h=h*g+_*a}else{c=c*g+d*a,l=l*g+f*a,u=u*g+p*a,h=h*g+_*a;let y=1/Math.sqrt(c*c+l*l+u*u+h*h);c*=y,l*=y,u*=y,h*=y}}e[t]=c,e[t+1]=l,e[t+2]=u,e[t+3]=h}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],c=n[s+1],l=n[s+2],u=n[s+3],h=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return e[t]=a*p+u*h+c*f-l*d,e[t+1]=c*p+u*d+l*h-a*f,e[t+2]=l*p+u*f+a*d-c*h,e[t+3]=u*p-a*h-c*d-l*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,c=Math.sin,l=a(n/2),u=a(s/2),h=a(r/2),d=c(n/2),f=c(s/2),p=c(r/2);switch(o){case"XYZ":this._x=d*u*h+l*f*p,this._y=l*f*h-d*u*p,this._z=l*u*p+d*f*h,this._w=l*u*h-d*f*p;break;case"YXZ":this._x=d*u*h+l*f*p,this._y=l*f*h-d*u*p,this._z=l*u*p-d*f*h,this._w=l*u*h+d*f*p;break;case"ZXY":this._x=d*u*h-l*f*p,this._y=l*f*h+d*u*p,this._z=l*u*p+d*f*h,this._w=l*u*h-d*f*p;break;case"ZYX":this._x=d*u*h-l*f*p,this._y=l*f*h+d*u*p,this._z=l*u*p-d*f*h,this._w=l*u*h+d*f*p;break;case"YZX":this._x=d*u*h+l*f*p,this._y=l*f*h+d*u*p,this._z=l*u*p-d*f*h,this._w=l*u*h-d*f*p;break;case"XZY":this._x=d*u*h-l*f*p,this._y=l*f*h-d*u*p,this._z=l*u*p+d*f*h,this._w=l*u*h+d*f*p;break;default:$e("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],c=t[9],l=t[2],u=t[6],h=t[10],d=n+a+h;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(u-c)*f,this._y=(r-l)*f,this._z=(o-s)*f}else if(n>a&&n>h){let f=2*Math.sqrt(1+n-a-h);this._w=(u-c)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+l)/f}else if(a>h){let f=2*Math.sqrt(1+a-n-h);this._w=(r-l)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(c+u)/f}else{let f=2*Math.sqrt(1+h-n-a);this._w=(o-s)/f,this._x=(r+l)/f,this._y=(c+u)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(xt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,c=t._y,l=t._z,u=t._w;return this._x=n*u+o*a+s*l-r*c,this._y=s*u+o*c+r*a-n*l,this._z=r*u+o*l+n*c-s*a,this._w=o*u-n*a-s*c-r*l,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let c=1-t;if(a<.9995){let l=Math.acos(a),u=Math.sin(l);c=Math.sin(c*l)/u,t=Math.sin(t*l)/u,this._x=this._x*c+n*t,this._y=this._y*c+s*t,this._z=this._z*c+r*t,this._w=this._w*c+o*t,this._onChangeCallback()}else this._x=this._x*c+n*t,this._y=this._y*c+s*t,this._z=this._z*c+r*t,this._w=this._w*c+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},W=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(b_.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(b_.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,c=e.w,l=2*(o*s-a*n),u=2*(a*t-r*s),h=2*(r*n-o*t);return this.x=t+c*l+o*h-a*u,this.y=n+c*u+a*l-r*h,this.z=s+c*h+r*u-o*l,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=xt(this.x,e.x,t.x),this.y=xt(this.y,e.y,t.y),this.z=xt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=xt(this.x,e,t),this.y=xt(this.y,e,t),this.z=xt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,c=t.z;return this.x=s*c-r*a,this.y=r*o-n*c,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return rf.copy(this).projectOnVector(e),this.sub(rf)}reflect(e){return this.sub(rf.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(xt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},rf=new W,b_=new vn,rt=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,c,l){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,c,l)}set(e,t,n,s,r,o,a,c,l){let u=this.elements;return u[0]=e,u[1]=s,u[2]=a,u[3]=t,u[4]=r,u[5]=c,u[6]=n,u[7]=o,u[8]=l,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],c=n[6],l=n[1],u=n[4],h=n[7],d=n[2],f=n[5],p=n[8],_=s[0],m=s[3],g=s[6],y=s[1],w=s[4],b=s[7],C=s[2],S=s[5],x=s[8];return r[0]=o*_+a*y+c*C,r[3]=o*m+a*w+c*S,r[6]=o*g+a*b+c*x,r[1]=l*_+u*y+h*C,r[4]=l*m+u*w+h*S,r[7]=l*g+u*b+h*x,r[2]=d*_+f*y+p*C,r[5]=d*m+f*w+p*S,r[8]=d*g+f*b+p*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],c=e[6],l=e[7],u=e[8];return t*o*u-t*a*l-n*r*u+n*a*c+s*r*l-s*o*c}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],c=e[6],l=e[7],u=e[8],h=u*o-a*l,d=a*c-u*r,f=l*r-o*c,p=t*h+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/p;return e[0]=h*_,e[1]=(s*l-u*n)*_,e[2]=(a*n-s*o)*_,e[3]=d*_,e[4]=(u*t-s*c)*_,e[5]=(s*r-a*t)*_,e[6]=f*_,e[7]=(n*c-l*t)*_,e[8]=(o*t-n*r)*_,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let c=Math.cos(r),l=Math.sin(r);return this.set(n*c,n*l,-n*(c*o+l*a)+o+e,-s*l,s*c,-s*(-l*o+c*a)+a+t,0,0,1),this}scale(e,t){return Ya("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(of.makeScale(e,t)),this}rotate(e){return Ya("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(of.makeRotation(-e)),this}translate(e,t){return Ya("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(of.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},of=new rt,v_=new rt().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),S_=new rt().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function rw(){let i={enabled:!0,workingColorSpace:ja,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===It&&(s.r=ks(s.r),s.g=ks(s.g),s.b=ks(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===It&&(s.r=Go(s.r),s.g=Go(s.g),s.b=Go(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===qs?Za:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[ja]:{primaries:e,whitePoint:n,transfer:Za,toXYZ:v_,fromXYZ:S_,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Et},outputColorSpaceConfig:{drawingBufferColorSpace:Et}},[Et]:{primaries:e,whitePoint:n,transfer:It,toXYZ:v_,fromXYZ:S_,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Et}}}),i}var ut=rw();function ks(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Go(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Eo,bu=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Eo===void 0&&(Eo=Yo("canvas")),Eo.width=e.width,Eo.height=e.height;let s=Eo.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=Eo}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=Yo("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=ks(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(ks(t[n]/255)*255):t[n]=ks(t[n]);return{data:t,width:e.width,height:e.height}}else return $e("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},ow=0,$o=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:ow++}),this.uuid=xs(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(af(s[o].image)):r.push(af(s[o]))}else r=af(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function af(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?bu.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:($e("Texture: Unable to serialize Texture."),{})}var aw=0,lf=new W,Wn=class i extends $i{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=si,s=si,r=On,o=Li,a=Oi,c=ci,l=i.DEFAULT_ANISOTROPY,u=qs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:aw++}),this.uuid=xs(),this.name="",this.source=new $o(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=l,this.format=a,this.internalFormat=null,this.type=c,this.offset=new He(0,0),this.repeat=new He(1,1),this.center=new He(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new rt,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(lf).x}get height(){return this.source.getSize(lf).y}get depth(){return this.source.getSize(lf).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){$e(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){$e(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==ip)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Bs:e.x=e.x-Math.floor(e.x);break;case si:e.x=e.x<0?0:1;break;case xu:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Bs:e.y=e.y-Math.floor(e.y);break;case si:e.y=e.y<0?0:1;break;case xu:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Wn.DEFAULT_IMAGE=null;Wn.DEFAULT_MAPPING=ip;Wn.DEFAULT_ANISOTROPY=1;var Dt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,c=e.elements,l=c[0],u=c[4],h=c[8],d=c[1],f=c[5],p=c[9],_=c[2],m=c[6],g=c[10];if(Math.abs(u-d)<.01&&Math.abs(h-_)<.01&&Math.abs(p-m)<.01){if(Math.abs(u+d)<.1&&Math.abs(h+_)<.1&&Math.abs(p+m)<.1&&Math.abs(l+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let w=(l+1)/2,b=(f+1)/2,C=(g+1)/2,S=(u+d)/4,x=(h+_)/4,E=(p+m)/4;return w>b&&w>C?w<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(w),s=S/n,r=x/n):b>C?b<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(b),n=S/s,r=E/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=x/r,s=E/r),this.set(n,s,r,t),this}let y=Math.sqrt((m-p)*(m-p)+(h-_)*(h-_)+(d-u)*(d-u));return Math.abs(y)<.001&&(y=1),this.x=(m-p)/y,this.y=(h-_)/y,this.z=(d-u)/y,this.w=Math.acos((l+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=xt(this.x,e.x,t.x),this.y=xt(this.y,e.y,t.y),this.z=xt(this.z,e.z,t.z),this.w=xt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=xt(this.x,e,t),this.y=xt(this.y,e,t),this.z=xt(this.z,e,t),this.w=xt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(xt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},vu=class extends $i{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:On,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Dt(0,0,e,t),this.scissorTest=!1,this.viewport=new Dt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Wn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:On,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new $o(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},Mi=class extends vu{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},Qa=class extends Wn{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Fn,this.minFilter=Fn,this.wrapR=si,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var Su=class extends Wn{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Fn,this.minFilter=Fn,this.wrapR=si,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var et=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,c,l,u,h,d,f,p,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,c,l,u,h,d,f,p,_,m)}set(e,t,n,s,r,o,a,c,l,u,h,d,f,p,_,m){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=c,g[2]=l,g[6]=u,g[10]=h,g[14]=d,g[3]=f,g[7]=p,g[11]=_,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/To.setFromMatrixColumn(e,0).length(),r=1/To.setFromMatrixColumn(e,1).length(),o=1/To.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),c=Math.cos(s),l=Math.sin(s),u=Math.cos(r),h=Math.sin(r);if(e.order==="XYZ"){let d=o*u,f=o*h,p=a*u,_=a*h;t[0]=c*u,t[4]=-c*h,t[8]=l,t[1]=f+p*l,t[5]=d-_*l,t[9]=-a*c,t[2]=_-d*l,t[6]=p+f*l,t[10]=o*c}else if(e.order==="YXZ"){let d=c*u,f=c*h,p=l*u,_=l*h;t[0]=d+_*a,t[4]=p*a-f,t[8]=o*l,t[1]=o*h,t[5]=o*u,t[9]=-a,t[2]=f*a-p,t[6]=_+d*a,t[10]=o*c}else if(e.order==="ZXY"){let d=c*u,f=c*h,p=l*u,_=l*h;t[0]=d-_*a,t[4]=-o*h,t[8]=p+f*a,t[1]=f+p*a,t[5]=o*u,t[9]=_-d*a,t[2]=-o*l,t[6]=a,t[10]=o*c}else if(e.order==="ZYX"){let d=o*u,f=o*h,p=a*u,_=a*h;t[0]=c*u,t[4]=p*l-f,t[8]=d*l+_,t[1]=c*h,t[5]=_*l+d,t[9]=f*l-p,t[2]=-l,t[6]=a*c,t[10]=o*c}else if(e.order==="YZX"){let d=o*c,f=o*l,p=a*c,_=a*l;t[0]=c*u,t[4]=_-d*h,t[8]=p*h+f,t[1]=h,t[5]=o*u,t[9]=-a*u,t[2]=-l*u,t[6]=f*h+p,t[10]=d-_*h}else if(e.order==="XZY"){let d=o*c,f=o*l,p=a*c,_=a*l;t[0]=c*u,t[4]=-h,t[8]=l*u,t[1]=d*h+_,t[5]=o*u,t[9]=f*h-p,t[2]=p*h-f,t[6]=a*u,t[10]=_*h+d}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(lw,e,cw)}lookAt(e,t,n){let s=this.elements;return bi.subVectors(e,t),bi.lengthSq()===0&&(bi.z=1),bi.normalize(),sr.crossVectors(n,bi),sr.lengthSq()===0&&(Math.abs(n.z)===1?bi.x+=1e-4:bi.z+=1e-4,bi.normalize(),sr.crossVectors(n,bi)),sr.normalize(),Dc.crossVectors(bi,sr),s[0]=sr.x,s[4]=Dc.x,s[8]=bi.x,s[1]=sr.y,s[5]=Dc.y,s[9]=bi.y,s[2]=sr.z,s[6]=Dc.z,s[10]=bi.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],c=n[8],l=n[12],u=n[1],h=n[5],d=n[9],f=n[13],p=n[2],_=n[6],m=n[10],g=n[14],y=n[3],w=n[7],b=n[11],C=n[15],S=s[0],x=s[4],E=s[8],D=s[12],I=s[1],N=s[5],B=s[9],G=s[13],L=s[2],H=s[6],U=s[10],z=s[14],ne=s[3],q=s[7],j=s[11],Q=s[15];return r[0]=o*S+a*I+c*L+l*ne,r[4]=o*x+a*N+c*H+l*q,r[8]=o*E+a*B+c*U+l*j,r[12]=o*D+a*G+c*z+l*Q,r[1]=u*S+h*I+d*L+f*ne,r[5]=u*x+h*N+d*H+f*q,r[9]=u*E+h*B+d*U+f*j,r[13]=u*D+h*G+d*z+f*Q,r[2]=p*S+_*I+m*L+g*ne,r[6]=p*x+_*N+m*H+g*q,r[10]=p*E+_*B+m*U+g*j,r[14]=p*D+_*G+m*z+g*Q,r[3]=y*S+w*I+b*L+C*ne,r[7]=y*x+w*N+b*H+C*q,r[11]=y*E+w*B+b*U+C*j,r[15]=y*D+w*G+b*z+C*Q,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],c=e[9],l=e[13],u=e[2],h=e[6],d=e[10],f=e[14],p=e[3],_=e[7],m=e[11],g=e[15],y=c*f-l*d,w=a*f-l*h,b=a*d-c*h,C=o*f-l*u,S=o*d-c*u,x=o*h-a*u;return t*(_*y-m*w+g*b)-n*(p*y-m*C+g*S)+s*(p*w-_*C+g*x)-r*(p*b-_*S+m*x)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],c=e[2],l=e[6],u=e[10];return t*(o*u-a*l)-n*(r*u-a*c)+s*(r*l-o*c)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],c=e[6],l=e[7],u=e[8],h=e[9],d=e[10],f=e[11],p=e[12],_=e[13],m=e[14],g=e[15],y=t*a-n*o,w=t*c-s*o,b=t*l-r*o,C=n*c-s*a,S=n*l-r*a,x=s*l-r*c,E=u*_-h*p,D=u*m-d*p,I=u*g-f*p,N=h*m-d*_,B=h*g-f*_,G=d*g-f*m,L=y*G-w*B+b*N+C*I-S*D+x*E;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/L;return e[0]=(a*G-c*B+l*N)*H,e[1]=(s*B-n*G-r*N)*H,e[2]=(_*x-m*S+g*C)*H,e[3]=(d*S-h*x-f*C)*H,e[4]=(c*I-o*G-l*D)*H,e[5]=(t*G-s*I+r*D)*H,e[6]=(m*b-p*x-g*w)*H,e[7]=(u*x-d*b+f*w)*H,e[8]=(o*B-a*I+l*E)*H,e[9]=(n*I-t*B-r*E)*H,e[10]=(p*S-_*b+g*y)*H,e[11]=(h*b-u*S-f*y)*H,e[12]=(a*D-o*N-c*E)*H,e[13]=(t*N-n*D+s*E)*H,e[14]=(_*w-p*C-m*y)*H,e[15]=(u*C-h*w+d*y)*H,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,c=e.z,l=r*o,u=r*a;return this.set(l*o+n,l*a-s*c,l*c+s*a,0,l*a+s*c,u*a+n,u*c-s*o,0,l*c-s*a,u*c+s*o,r*c*c+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,c=t._w,l=r+r,u=o+o,h=a+a,d=r*l,f=r*u,p=r*h,_=o*u,m=o*h,g=a*h,y=c*l,w=c*u,b=c*h,C=n.x,S=n.y,x=n.z;return s[0]=(1-(_+g))*C,s[1]=(f+b)*C,s[2]=(p-w)*C,s[3]=0,s[4]=(f-b)*S,s[5]=(1-(d+g))*S,s[6]=(m+y)*S,s[7]=0,s[8]=(p+w)*x,s[9]=(m-y)*x,s[10]=(1-(d+_))*x,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=To.set(s[0],s[1],s[2]).length(),a=To.set(s[4],s[5],s[6]).length(),c=To.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Wi.copy(this);let l=1/o,u=1/a,h=1/c;return Wi.elements[0]*=l,Wi.elements[1]*=l,Wi.elements[2]*=l,Wi.elements[4]*=u,Wi.elements[5]*=u,Wi.elements[6]*=u,Wi.elements[8]*=h,Wi.elements[9]*=h,Wi.elements[10]*=h,t.setFromRotationMatrix(Wi),n.x=o,n.y=a,n.z=c,this}makePerspective(e,t,n,s,r,o,a=Ni,c=!1){let l=this.elements,u=2*r/(t-e),h=2*r/(n-s),d=(t+e)/(t-e),f=(n+s)/(n-s),p,_;if(c)p=r/(o-r),_=o*r/(o-r);else if(a===Ni)p=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Xo)p=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return l[0]=u,l[4]=0,l[8]=d,l[12]=0,l[1]=0,l[5]=h,l[9]=f,l[13]=0,l[2]=0,l[6]=0,l[10]=p,l[14]=_,l[3]=0,l[7]=0,l[11]=-1,l[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=Ni,c=!1){let l=this.elements,u=2/(t-e),h=2/(n-s),d=-(t+e)/(t-e),f=-(n+s)/(n-s),p,_;if(c)p=1/(o-r),_=o/(o-r);else if(a===Ni)p=-2/(o-r),_=-(o+r)/(o-r);else if(a===Xo)p=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return l[0]=u,l[4]=0,l[8]=0,l[12]=d,l[1]=0,l[5]=h,l[9]=0,l[13]=f,l[2]=0,l[6]=0,l[10]=p,l[14]=_,l[3]=0,l[7]=0,l[11]=0,l[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},To=new W,Wi=new et,lw=new W(0,0,0),cw=new W(1,1,1),sr=new W,Dc=new W,bi=new W,M_=new et,w_=new vn,Ki=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],c=s[1],l=s[5],u=s[9],h=s[2],d=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(xt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,l),this._z=0);break;case"YXZ":this._x=Math.asin(-xt(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(c,l)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=Math.asin(xt(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-h,f),this._z=Math.atan2(-o,l)):(this._y=0,this._z=Math.atan2(c,r));break;case"ZYX":this._y=Math.asin(-xt(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(c,r)):(this._x=0,this._z=Math.atan2(-o,l));break;case"YZX":this._z=Math.asin(xt(c,-1,1)),Math.abs(c)<.9999999?(this._x=Math.atan2(-u,l),this._y=Math.atan2(-h,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-xt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,l),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-u,f),this._y=0);break;default:$e("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return M_.makeRotationFromQuaternion(e),this.setFromRotationMatrix(M_,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return w_.setFromEuler(this),this.setFromQuaternion(w_,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ki.DEFAULT_ORDER="XYZ";var Ko=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},uw=0,E_=new W,Ao=new vn,Ps=new et,Oc=new W,Oa=new W,hw=new W,dw=new vn,T_=new W(1,0,0),A_=new W(0,1,0),C_=new W(0,0,1),R_={type:"added"},fw={type:"removed"},Co={type:"childadded",child:null},cf={type:"childremoved",child:null},Zt=class i extends $i{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:uw++}),this.uuid=xs(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new W,t=new Ki,n=new vn,s=new W(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new et},normalMatrix:{value:new rt}}),this.matrix=new et,this.matrixWorld=new et,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new Ko,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Ao.setFromAxisAngle(e,t),this.quaternion.multiply(Ao),this}rotateOnWorldAxis(e,t){return Ao.setFromAxisAngle(e,t),this.quaternion.premultiply(Ao),this}rotateX(e){return this.rotateOnAxis(T_,e)}rotateY(e){return this.rotateOnAxis(A_,e)}rotateZ(e){return this.rotateOnAxis(C_,e)}translateOnAxis(e,t){return E_.copy(e).applyQuaternion(this.quaternion),this.position.add(E_.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(T_,e)}translateY(e){return this.translateOnAxis(A_,e)}translateZ(e){return this.translateOnAxis(C_,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(Ps.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?Oc.copy(e):Oc.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Oa.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Ps.lookAt(Oa,Oc,this.up):Ps.lookAt(Oc,Oa,this.up),this.quaternion.setFromRotationMatrix(Ps),s&&(Ps.extractRotation(s.matrixWorld),Ao.setFromRotationMatrix(Ps),this.quaternion.premultiply(Ao.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(R_),Co.child=e,this.dispatchEvent(Co),Co.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(fw),cf.child=e,this.dispatchEvent(cf),cf.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),Ps.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),Ps.multiply(e.parent.matrixWorld)),e.applyMatrix4(Ps),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(R_),Co.child=e,this.dispatchEvent(Co),Co.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Oa,e,hw),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Oa,dw,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,c){return a[c.uuid]===void 0&&(a[c.uuid]=c.toJSON(e)),c.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let c=a.shapes;if(Array.isArray(c))for(let l=0,u=c.length;l<u;l++){let h=c[l];r(e.shapes,h)}else r(e.shapes,c)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let c=0,l=this.material.length;c<l;c++)a.push(r(e.materials,this.material[c]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let c=this.animations[a];s.animations.push(r(e.animations,c))}}if(t){let a=o(e.geometries),c=o(e.materials),l=o(e.textures),u=o(e.images),h=o(e.shapes),d=o(e.skeletons),f=o(e.animations),p=o(e.nodes);a.length>0&&(n.geometries=a),c.length>0&&(n.materials=c),l.length>0&&(n.textures=l),u.length>0&&(n.images=u),h.length>0&&(n.shapes=h),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let c=[];for(let l in a){let u=a[l];delete u.metadata,c.push(u)}return c}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Zt.DEFAULT_UP=new W(0,1,0);Zt.DEFAULT_MATRIX_AUTO_UPDATE=!0;Zt.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var tn=class extends Zt{constructor(){super(),this.isGroup=!0,this.type="Group"}},pw={type:"move"},jo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new tn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new tn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new W,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new W),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new tn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new W,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new W,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,c=this._grip,l=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(l&&e.hand){o=!0;for(let _ of e.hand.values()){let m=t.getJointPose(_,n),g=this._getHandJoint(l,_);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let u=l.joints["index-finger-tip"],h=l.joints["thumb-tip"],d=u.position.distanceTo(h.position),f=.02,p=.005;l.inputState.pinching&&d>f+p?(l.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!l.inputState.pinching&&d<=f-p&&(l.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else c!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(c.matrix.fromArray(r.transform.matrix),c.matrix.decompose(c.position,c.quaternion,c.scale),c.matrixWorldNeedsUpdate=!0,r.linearVelocity?(c.hasLinearVelocity=!0,c.linearVelocity.copy(r.linearVelocity)):c.hasLinearVelocity=!1,r.angularVelocity?(c.hasAngularVelocity=!0,c.angularVelocity.copy(r.angularVelocity)):c.hasAngularVelocity=!1,c.eventsEnabled&&c.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(pw)))}return a!==null&&(a.visible=s!==null),c!==null&&(c.visible=r!==null),l!==null&&(l.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new tn;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},qx={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},rr={h:0,s:0,l:0},Uc={h:0,s:0,l:0};function uf(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var We=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Et){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,ut.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=ut.workingColorSpace){return this.r=e,this.g=t,this.b=n,ut.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=ut.workingColorSpace){if(e=gp(e,1),t=xt(t,0,1),n=xt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=uf(o,r,e+1/3),this.g=uf(o,r,e),this.b=uf(o,r,e-1/3)}return ut.colorSpaceToWorking(this,s),this}setStyle(e,t=Et){function n(r){r!==void 0&&parseFloat(r)<1&&$e("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:$e("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);$e("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Et){let n=qx[e.toLowerCase()];return n!==void 0?this.setHex(n,t):$e("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=ks(e.r),this.g=ks(e.g),this.b=ks(e.b),this}copyLinearToSRGB(e){return this.r=Go(e.r),this.g=Go(e.g),this.b=Go(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Et){return ut.workingToColorSpace(Hn.copy(this),e),Math.round(xt(Hn.r*255,0,255))*65536+Math.round(xt(Hn.g*255,0,255))*256+Math.round(xt(Hn.b*255,0,255))}getHexString(e=Et){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=ut.workingColorSpace){ut.workingToColorSpace(Hn.copy(this),t);let n=Hn.r,s=Hn.g,r=Hn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),c,l,u=(a+o)/2;if(a===o)c=0,l=0;else{let h=o-a;switch(l=u<=.5?h/(o+a):h/(2-o-a),o){case n:c=(s-r)/h+(s<r?6:0);break;case s:c=(r-n)/h+2;break;case r:c=(n-s)/h+4;break}c/=6}return e.h=c,e.s=l,e.l=u,e}getRGB(e,t=ut.workingColorSpace){return ut.workingToColorSpace(Hn.copy(this),t),e.r=Hn.r,e.g=Hn.g,e.b=Hn.b,e}getStyle(e=Et){ut.workingToColorSpace(Hn.copy(this),e);let t=Hn.r,n=Hn.g,s=Hn.b;return e!==Et?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(rr),this.setHSL(rr.h+e,rr.s+t,rr.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(rr),e.getHSL(Uc);let n=$a(rr.h,Uc.h,t),s=$a(rr.s,Uc.s,t),r=$a(rr.l,Uc.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Hn=new We;We.NAMES=qx;var kr=class extends Zt{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ki,this.environmentIntensity=1,this.environmentRotation=new Ki,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Xi=new W,Ls=new W,hf=new W,Ds=new W,Ro=new W,Io=new W,I_=new W,df=new W,ff=new W,pf=new W,mf=new Dt,gf=new Dt,_f=new Dt,qi=class i{constructor(e=new W,t=new W,n=new W){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Xi.subVectors(e,t),s.cross(Xi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Xi.subVectors(s,t),Ls.subVectors(n,t),hf.subVectors(e,t);let o=Xi.dot(Xi),a=Xi.dot(Ls),c=Xi.dot(hf),l=Ls.dot(Ls),u=Ls.dot(hf),h=o*l-a*a;if(h===0)return r.set(0,0,0),null;let d=1/h,f=(l*c-a*u)*d,p=(o*u-a*c)*d;return r.set(1-f-p,p,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,Ds)===null?!1:Ds.x>=0&&Ds.y>=0&&Ds.x+Ds.y<=1}static getInterpolation(e,t,n,s,r,o,a,c){return this.getBarycoord(e,t,n,s,Ds)===null?(c.x=0,c.y=0,"z"in c&&(c.z=0),"w"in c&&(c.w=0),null):(c.setScalar(0),c.addScaledVector(r,Ds.x),c.addScaledVector(o,Ds.y),c.addScaledVector(a,Ds.z),c)}static getInterpolatedAttribute(e,t,n,s,r,o){return mf.setScalar(0),gf.setScalar(0),_f.setScalar(0),mf.fromBufferAttribute(e,t),gf.fromBufferAttribute(e,n),_f.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(mf,r.x),o.addScaledVector(gf,r.y),o.addScaledVector(_f,r.z),o}static isFrontFacing(e,t,n,s){return Xi.subVectors(n,t),Ls.subVectors(e,t),Xi.cross(Ls).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Xi.subVectors(this.c,this.b),Ls.subVectors(this.a,this.b),Xi.cross(Ls).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;Ro.subVectors(s,n),Io.subVectors(r,n),df.subVectors(e,n);let c=Ro.dot(df),l=Io.dot(df);if(c<=0&&l<=0)return t.copy(n);ff.subVectors(e,s);let u=Ro.dot(ff),h=Io.dot(ff);if(u>=0&&h<=u)return t.copy(s);let d=c*h-u*l;if(d<=0&&c>=0&&u<=0&&c-u>0)return o=c/(c-u),t.copy(n).addScaledVector(Ro,o);pf.subVectors(e,r);let f=Ro.dot(pf),p=Io.dot(pf);if(p>=0&&f<=p)return t.copy(r);let _=f*l-c*p;if(_<=0&&l>=0&&p<=0)return a=l/(l-p),t.copy(n).addScaledVector(Io,a);let m=u*p-f*h;if(m<=0&&h-u>=0&&f-p>=0)return I_.subVectors(r,s),a=(h-u)/(h-u+(f-p)),t.copy(s).addScaledVector(I_,a);let g=1/(m+_+d);return o=_*g,a=d*g,t.copy(n).addScaledVector(Ro,o).addScaledVector(Io,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},ji=class{constructor(e=new W(1/0,1/0,1/0),t=new W(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Yi.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Yi.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Yi.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Yi):Yi.fromBufferAttribute(r,o),Yi.applyMatrix4(e.matrixWorld),this.expandByPoint(Yi);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Fc.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Fc.copy(n.boundingBox)),Fc.applyMatrix4(e.matrixWorld),this.union(Fc)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Yi),Yi.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Ua),kc.subVectors(this.max,Ua),No.subVectors(e.a,Ua),Po.subVectors(e.b,Ua),Lo.subVectors(e.c,Ua),or.subVectors(Po,No),ar.subVectors(Lo,Po),Pr.subVectors(No,Lo);let t=[0,-or.z,or.y,0,-ar.z,ar.y,0,-Pr.z,Pr.y,or.z,0,-or.x,ar.z,0,-ar.x,Pr.z,0,-Pr.x,-or.y,or.x,0,-ar.y,ar.x,0,-Pr.y,Pr.x,0];return!xf(t,No,Po,Lo,kc)||(t=[1,0,0,0,1,0,0,0,1],!xf(t,No,Po,Lo,kc))?!1:(Bc.crossVectors(or,ar),t=[Bc.x,Bc.y,Bc.z],xf(t,No,Po,Lo,kc))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Yi).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Yi).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(Os[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),Os[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),Os[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),Os[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),Os[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),Os[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),Os[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),Os[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(Os),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},Os=[new W,new W,new W,new W,new W,new W,new W,new W],Yi=new W,Fc=new ji,No=new W,Po=new W,Lo=new W,or=new W,ar=new W,Pr=new W,Ua=new W,kc=new W,Bc=new W,Lr=new W;function xf(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Lr.fromArray(i,r);let a=s.x*Math.abs(Lr.x)+s.y*Math.abs(Lr.y)+s.z*Math.abs(Lr.z),c=e.dot(Lr),l=t.dot(Lr),u=n.dot(Lr);if(Math.max(-Math.max(c,l,u),Math.min(c,l,u))>a)return!1}return!0}var yn=new W,zc=new He,mw=0,Un=class extends $i{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:mw++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=pp,this.updateRanges=[],this.gpuType=Di,this.version=0,this._normalizationScale=e!==void 0?Sh(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)zc.fromBufferAttribute(this,t),zc.applyMatrix3(e),this.setXY(t,zc.x,zc.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)yn.fromBufferAttribute(this,t),yn.applyMatrix3(e),this.setXYZ(t,yn.x,yn.y,yn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)yn.fromBufferAttribute(this,t),yn.applyMatrix4(e),this.setXYZ(t,yn.x,yn.y,yn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)yn.fromBufferAttribute(this,t),yn.applyNormalMatrix(e),this.setXYZ(t,yn.x,yn.y,yn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)yn.fromBufferAttribute(this,t),yn.transformDirection(e),this.setXYZ(t,yn.x,yn.y,yn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):xp(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):yp(e,this.array)}};var el=class extends Un{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var tl=class extends Un{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var ht=class extends Un{constructor(e,t,n){super(new Float32Array(e),t,n)}},gw=new ji,Fa=new W,yf=new W,us=class{constructor(e=new W,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):gw.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Fa.subVectors(e,this.center);let t=Fa.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(Fa,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(yf.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Fa.copy(e.center).add(yf)),this.expandByPoint(Fa.copy(e.center).sub(yf))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},_w=0,Ii=new et,bf=new Zt,Do=new W,vi=new ji,ka=new ji,Dn=new W,qt=class i extends $i{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:_w++}),this.uuid=xs(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(GM(e)?tl:el)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new rt().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return Ii.makeRotationFromQuaternion(e),this.applyMatrix4(Ii),this}rotateX(e){return Ii.makeRotationX(e),this.applyMatrix4(Ii),this}rotateY(e){return Ii.makeRotationY(e),this.applyMatrix4(Ii),this}rotateZ(e){return Ii.makeRotationZ(e),this.applyMatrix4(Ii),this}translate(e,t,n){return Ii.makeTranslation(e,t,n),this.applyMatrix4(Ii),this}scale(e,t,n){return Ii.makeScale(e,t,n),this.applyMatrix4(Ii),this}lookAt(e){return bf.lookAt(e),bf.updateMatrix(),this.applyMatrix4(bf.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Do).negate(),this.translate(Do.x,Do.y,Do.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new ht(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&$e("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ji);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new W(-1/0,-1/0,-1/0),new W(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];vi.setFromBufferAttribute(r),this.morphTargetsRelative?(Dn.addVectors(this.boundingBox.min,vi.min),this.boundingBox.expandByPoint(Dn),Dn.addVectors(this.boundingBox.max,vi.max),this.boundingBox.expandByPoint(Dn)):(this.boundingBox.expandByPoint(vi.min),this.boundingBox.expandByPoint(vi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new us);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new W,1/0);return}if(e){let n=this.boundingSphere.center;if(vi.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];ka.setFromBufferAttribute(a),this.morphTargetsRelative?(Dn.addVectors(vi.min,ka.min),vi.expandByPoint(Dn),Dn.addVectors(vi.max,ka.max),vi.expandByPoint(Dn)):(vi.expandByPoint(ka.min),vi.expandByPoint(ka.max))}vi.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)Dn.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Dn));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],c=this.morphTargetsRelative;for(let l=0,u=a.count;l<u;l++)Dn.fromBufferAttribute(a,l),c&&(Do.fromBufferAttribute(e,l),Dn.add(Do)),s=Math.max(s,n.distanceToSquared(Dn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Un(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],c=[],l=new Uint8Array(n.count);for(let D=0;D<n.count;D++)a[D]=new W,c[D]=new W;let u=new W,h=new W,d=new W,f=new He,p=new He,_=new He,m=new W,g=new W;function y(D,I,N){l[D]=l[I]=l[N]=1,u.fromBufferAttribute(n,D),h.fromBufferAttribute(n,I),d.fromBufferAttribute(n,N),f.fromBufferAttribute(r,D),p.fromBufferAttribute(r,I),_.fromBufferAttribute(r,N),h.sub(u),d.sub(u),p.sub(f),_.sub(f);let B=1/(p.x*_.y-_.x*p.y);isFinite(B)&&(m.copy(h).multiplyScalar(_.y).addScaledVector(d,-p.y).multiplyScalar(B),g.copy(d).multiplyScalar(p.x).addScaledVector(h,-_.x).multiplyScalar(B),a[D].add(m),a[I].add(m),a[N].add(m),c[D].add(g),c[I].add(g),c[N].add(g))}let w=this.groups;w.length===0&&(w=[{start:0,count:e.count}]);for(let D=0,I=w.length;D<I;++D){let N=w[D],B=N.start,G=N.count;for(let L=B,H=B+G;L<H;L+=3)y(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let b=new W,C=new W,S=new W,x=new W;function E(D){S.fromBufferAttribute(s,D),x.copy(S);let I=a[D];b.copy(I),b.sub(S.multiplyScalar(S.dot(I))).normalize(),C.crossVectors(x,I);let B=C.dot(c[D])<0?-1:1;o.setXYZW(D,b.x,b.y,b.z,B)}for(let D=0,I=n.count;D<I;++D)l[D]&&E(D);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Un(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new W,r=new W,o=new W,a=new W,c=new W,l=new W,u=new W,h=new W;if(e)for(let d=0,f=e.count;d<f;d+=3){let p=e.getX(d+0),_=e.getX(d+1),m=e.getX(d+2);s.fromBufferAttribute(t,p),r.fromBufferAttribute(t,_),o.fromBufferAttribute(t,m),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),a.fromBufferAttribute(n,p),c.fromBufferAttribute(n,_),l.fromBufferAttribute(n,m),a.add(u),c.add(u),l.add(u),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(_,c.x,c.y,c.z),n.setXYZ(m,l.x,l.y,l.z)}else for(let d=0,f=t.count;d<f;d+=3)s.fromBufferAttribute(t,d+0),r.fromBufferAttribute(t,d+1),o.fromBufferAttribute(t,d+2),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),n.setXYZ(d+0,u.x,u.y,u.z),n.setXYZ(d+1,u.x,u.y,u.z),n.setXYZ(d+2,u.x,u.y,u.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Dn.fromBufferAttribute(e,t),Dn.normalize(),e.setXYZ(t,Dn.x,Dn.y,Dn.z)}toNonIndexed(){function e(a,c){let l=a.array,u=a.itemSize,h=a.normalized,d=new l.constructor(c.length*u),f=0,p=0;for(let _=0,m=c.length;_<m;_++){a.isInterleavedBufferAttribute?f=c[_]*a.data.stride+a.offset:f=c[_]*u;for(let g=0;g<u;g++)d[p++]=l[f++]}return new Un(d,u,h)}if(this.index===null)return $e("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let c=s[a],l=e(c,n);t.setAttribute(a,l)}let r=this.morphAttributes;for(let a in r){let c=[],l=r[a];for(let u=0,h=l.length;u<h;u++){let d=l[u],f=e(d,n);c.push(f)}t.morphAttributes[a]=c}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,c=o.length;a<c;a++){let l=o[a];t.addGroup(l.start,l.count,l.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let c=this.parameters;for(let l in c)c[l]!==void 0&&(e[l]=c[l]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let c in n){let l=n[c];e.data.attributes[c]=l.toJSON(e.data)}let s={},r=!1;for(let c in this.morphAttributes){let l=this.morphAttributes[c],u=[];for(let h=0,d=l.length;h<d;h++){let f=l[h];u.push(f.toJSON(e.data))}u.length>0&&(s[c]=u,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let l in s){let u=s[l];this.setAttribute(l,u.clone(t))}let r=e.morphAttributes;for(let l in r){let u=[],h=r[l];for(let d=0,f=h.length;d<f;d++)u.push(h[d].clone(t));this.morphAttributes[l]=u}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let l=0,u=o.length;l<u;l++){let h=o[l];this.addGroup(h.start,h.count,h.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let c=e.boundingSphere;return c!==null&&(this.boundingSphere=c.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},Mu=class{constructor(e,t){this.isInterleavedBuffer=!0,this.array=e,this.stride=t,this.count=e!==void 0?e.length/t:0,this.usage=pp,this.updateRanges=[],this.version=0,this.uuid=xs()}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.array=new e.array.constructor(e.array),this.count=e.count,this.stride=e.stride,this.usage=e.usage,this}copyAt(e,t,n){e*=this.stride,n*=t.stride;for(let s=0,r=this.stride;s<r;s++)this.array[e+s]=t.array[n+s];return this}set(e,t=0){return this.array.set(e,t),this}clone(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=N_(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=this.array.slice(0).buffer);let n=new this.array.constructor(e.arrayBuffers[t]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(e){return this.onUploadCallback=e,this}toJSON(e){e.arrayBuffers===void 0&&(e.arrayBuffers={});let t=N_(this.array);e.arrayBuffers[t]===void 0&&(e.arrayBuffers[t]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:t,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function N_(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=xs()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var ii=new W,nl=class i{constructor(e,t,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=e,this.itemSize=t,this.offset=n,this.normalized=s,this._normalizationScale=e!==void 0?Sh(e.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(e){this.data.needsUpdate=e}applyMatrix4(e){for(let t=0,n=this.data.count;t<n;t++)ii.fromBufferAttribute(this,t),ii.applyMatrix4(e),this.setXYZ(t,ii.x,ii.y,ii.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)ii.fromBufferAttribute(this,t),ii.applyNormalMatrix(e),this.setXYZ(t,ii.x,ii.y,ii.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)ii.fromBufferAttribute(this,t),ii.transformDirection(e),this.setXYZ(t,ii.x,ii.y,ii.z);return this}getComponent(e,t){let n=this.array[e*this.data.stride+this.offset+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.data.array[e*this.data.stride+this.offset+t]=n,this}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset]=t,this}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+1]=t,this}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+2]=t,this}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.data.array[e*this.data.stride+this.offset+3]=t,this}getX(e){let t=this.data.array[e*this.data.stride+this.offset];return this.normalized&&(t=this._denormalize(t)),t}getY(e){let t=this.data.array[e*this.data.stride+this.offset+1];return this.normalized&&(t=this._denormalize(t)),t}getZ(e){let t=this.data.array[e*this.data.stride+this.offset+2];return this.normalized&&(t=this._denormalize(t)),t}getW(e){let t=this.data.array[e*this.data.stride+this.offset+3];return this.normalized&&(t=this._denormalize(t)),t}setXY(e,t,n){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.data.array[e+0]=t,this.data.array[e+1]=n,this}setXYZ(e,t,n,s){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e=e*this.data.stride+this.offset,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[e+0]=t,this.data.array[e+1]=n,this.data.array[e+2]=s,this.data.array[e+3]=r,this}clone(e){if(e===void 0){Ja("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return new Un(new this.array.constructor(t),this.itemSize,this.normalized)}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.clone(e)),new i(e.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(e){if(e===void 0){Ja("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let t=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)t.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:t,normalized:this.normalized}}else return e.interleavedBuffers===void 0&&(e.interleavedBuffers={}),e.interleavedBuffers[this.data.uuid]===void 0&&(e.interleavedBuffers[this.data.uuid]=this.data.toJSON(e)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):xp(e,this.data.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):yp(e,this.data.array)}},vf=new W,xw=new W,yw=new rt,Si=class{constructor(e=new W(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=vf.subVectors(n,t).cross(xw.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(vf),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||yw.getNormalMatrix(e),s=this.coplanarPoint(vf).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},bw=0,Xn=class extends $i{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:bw++}),this.uuid=xs(),this.name="",this.type="Material",this.blending=la,this.side=gs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=$f,this.blendDst=Kf,this.blendEquation=Kr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new We(0,0,0),this.blendAlpha=0,this.depthFunc=Wo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Fx,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=uu,this.stencilZFail=uu,this.stencilZPass=uu,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){$e(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){$e(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let c=r[a];delete c.metadata,o.push(c)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new We().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new Si().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new He().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new He().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}},Zo=class extends Xn{constructor(e){super(),this.isSpriteMaterial=!0,this.type="SpriteMaterial",this.color=new We(16777215),this.map=null,this.alphaMap=null,this.rotation=0,this.sizeAttenuation=!0,this.transparent=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.rotation=e.rotation,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},Oo,Ba=new W,Uo=new W,Fo=new W,ko=new He,za=new He,$x=new et,Vc=new W,Va=new W,Gc=new W,P_=new He,Sf=new He,L_=new He,il=class extends Zt{constructor(e=new Zo){if(super(),this.isSprite=!0,this.type="Sprite",Oo===void 0){Oo=new qt;let t=new Float32Array([-.5,-.5,0,0,0,.5,-.5,0,1,0,.5,.5,0,1,1,-.5,.5,0,0,1]),n=new Mu(t,5);Oo.setIndex([0,1,2,0,2,3]),Oo.setAttribute("position",new nl(n,3,0,!1)),Oo.setAttribute("uv",new nl(n,2,3,!1))}this.geometry=Oo,this.material=e,this.center=new He(.5,.5),this.count=1}intersectsFrustum(e){return e.intersectsSprite(this)}raycast(e,t){e.camera===null&&Qe('Sprite: "Raycaster.camera" needs to be set in order to raycast against sprites.'),Uo.setFromMatrixScale(this.matrixWorld),$x.copy(e.camera.matrixWorld),this.modelViewMatrix.multiplyMatrices(e.camera.matrixWorldInverse,this.matrixWorld),Fo.setFromMatrixPosition(this.modelViewMatrix),e.camera.isPerspectiveCamera&&this.material.sizeAttenuation===!1&&Uo.multiplyScalar(-Fo.z);let n=this.material.rotation,s,r;n!==0&&(r=Math.cos(n),s=Math.sin(n));let o=this.center;Hc(Vc.set(-.5,-.5,0),Fo,o,Uo,s,r),Hc(Va.set(.5,-.5,0),Fo,o,Uo,s,r),Hc(Gc.set(.5,.5,0),Fo,o,Uo,s,r),P_.set(0,0),Sf.set(1,0),L_.set(1,1);let a=e.ray.intersectTriangle(Vc,Va,Gc,!1,Ba);if(a===null&&(Hc(Va.set(-.5,.5,0),Fo,o,Uo,s,r),Sf.set(0,1),a=e.ray.intersectTriangle(Vc,Gc,Va,!1,Ba),a===null))return;let c=e.ray.origin.distanceTo(Ba);c<e.near||c>e.far||t.push({distance:c,point:Ba.clone(),uv:qi.getInterpolation(Ba,Vc,Va,Gc,P_,Sf,L_,new He),face:null,object:this})}copy(e,t){return super.copy(e,t),e.center!==void 0&&this.center.copy(e.center),this.material=e.material,this}toJSON(e){let t=super.toJSON(e);return t.object.center=this.center.toArray(),t}};function Hc(i,e,t,n,s,r){ko.subVectors(i,t).addScalar(.5).multiply(n),s!==void 0?(za.x=r*ko.x-s*ko.y,za.y=s*ko.x+r*ko.y):za.copy(ko),i.copy(e),i.x+=za.x,i.y+=za.y,i.applyMatrix4($x)}var Us=new W,Mf=new W,Wc=new W,Xc=new W,hs=class{constructor(e=new W,t=new W(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,Us)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=Us.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(Us.copy(this.origin).addScaledVector(this.direction,t),Us.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){Mf.copy(e).add(t).multiplyScalar(.5),Wc.copy(t).sub(e).normalize(),Xc.copy(this.origin).sub(Mf);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Wc),a=Xc.dot(this.direction),c=-Xc.dot(Wc),l=Xc.lengthSq(),u=Math.abs(1-o*o),h,d,f,p;if(u>0)if(h=o*c-a,d=o*a-c,p=r*u,h>=0)if(d>=-p)if(d<=p){let _=1/u;h*=_,d*=_,f=h*(h+o*d+2*a)+d*(o*h+d+2*c)+l}else d=r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*c)+l;else d=-r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*c)+l;else d<=-p?(h=Math.max(0,-(-o*r+a)),d=h>0?-r:Math.min(Math.max(-r,-c),r),f=-h*h+d*(d+2*c)+l):d<=p?(h=0,d=Math.min(Math.max(-r,-c),r),f=d*(d+2*c)+l):(h=Math.max(0,-(o*r+a)),d=h>0?r:Math.min(Math.max(-r,-c),r),f=-h*h+d*(d+2*c)+l);else d=o>0?-r:r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*c)+l;return n&&n.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(Mf).addScaledVector(Wc,d),f}intersectSphere(e,t){if(e.radius<0)return null;Us.subVectors(e.center,this.origin);let n=Us.dot(this.direction),s=Us.dot(Us)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,c=n+o;return c<0?null:a<0?this.at(c,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,c,l=1/this.direction.x,u=1/this.direction.y,h=1/this.direction.z,d=this.origin;return l>=0?(n=(e.min.x-d.x)*l,s=(e.max.x-d.x)*l):(n=(e.max.x-d.x)*l,s=(e.min.x-d.x)*l),u>=0?(r=(e.min.y-d.y)*u,o=(e.max.y-d.y)*u):(r=(e.max.y-d.y)*u,o=(e.min.y-d.y)*u),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(e.min.z-d.z)*h,c=(e.max.z-d.z)*h):(a=(e.max.z-d.z)*h,c=(e.min.z-d.z)*h),n>c||a>s)||((a>n||n!==n)&&(n=a),(c<s||s!==s)&&(s=c),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,Us)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,c=a.x,l=a.y,u=a.z,h=e.x-o.x,d=e.y-o.y,f=e.z-o.z,p=t.x-o.x,_=t.y-o.y,m=t.z-o.z,g=n.x-o.x,y=n.y-o.y,w=n.z-o.z,b=Math.abs(c),C=Math.abs(l),S=Math.abs(u),x,E,D,I,N,B,G,L,H,U,z,ne;if(b>=C&&b>=S?(D=c,B=h,H=p,ne=g,c>=0?(x=l,E=u,I=d,N=f,G=_,L=m,U=y,z=w):(x=u,E=l,I=f,N=d,G=m,L=_,U=w,z=y)):C>=S?(D=l,B=d,H=_,ne=y,l>=0?(x=u,E=c,I=f,N=h,G=m,L=p,U=w,z=g):(x=c,E=u,I=h,N=f,G=p,L=m,U=g,z=w)):(D=u,B=f,H=m,ne=w,u>=0?(x=c,E=l,I=h,N=d,G=p,L=_,U=g,z=y):(x=l,E=c,I=d,N=h,G=_,L=p,U=y,z=g)),D===0)return null;let q=x/D,j=E/D,Q=1/D,ce=I-q*B,ie=N-j*B,Y=G-q*H,se=L-j*H,te=U-q*ne,ae=z-j*ne,me=te*se-ae*Y,Oe=ce*ae-ie*te,Ze=Y*ie-se*ce;if(s){if(me<0||Oe<0||Ze<0)return null}else if((me<0||Oe<0||Ze<0)&&(me>0||Oe>0||Ze>0))return null;let Be=me+Oe+Ze;if(Be===0)return null;let mt=Q*(me*B+Oe*H+Ze*ne);return(Be>0?mt<0:mt>0)?null:this.at(mt/Be,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Br=class extends Xn{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new We(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ki,this.combine=Nl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},D_=new et,Dr=new hs,Yc=new us,O_=new W,qc=new W,$c=new W,Kc=new W,wf=new W,jc=new W,U_=new W,Zc=new W,nn=class extends Zt{constructor(e=new qt,t=new Br){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){jc.set(0,0,0);for(let c=0,l=r.length;c<l;c++){let u=a[c],h=r[c];u!==0&&(wf.fromBufferAttribute(h,e),o?jc.addScaledVector(wf,u):jc.addScaledVector(wf.sub(t),u))}t.add(jc)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Yc.copy(n.boundingSphere),Yc.applyMatrix4(r),Dr.copy(e.ray).recast(e.near),!(Yc.containsPoint(Dr.origin)===!1&&(Dr.intersectSphere(Yc,O_)===null||Dr.origin.distanceToSquared(O_)>(e.far-e.near)**2))&&(D_.copy(r).invert(),Dr.copy(e.ray).applyMatrix4(D_),!(n.boundingBox!==null&&Dr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,Dr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,c=r.attributes.position,l=r.attributes.uv,u=r.attributes.uv1,h=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],y=Math.max(m.start,f.start),w=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let b=y,C=w;b<C;b+=3){let S=a.getX(b),x=a.getX(b+1),E=a.getX(b+2);s=Jc(this,g,e,n,l,u,h,S,x,E),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let y=a.getX(m),w=a.getX(m+1),b=a.getX(m+2);s=Jc(this,o,e,n,l,u,h,y,w,b),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}else if(c!==void 0)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],y=Math.max(m.start,f.start),w=Math.min(c.count,Math.min(m.start+m.count,f.start+f.count));for(let b=y,C=w;b<C;b+=3){let S=b,x=b+1,E=b+2;s=Jc(this,g,e,n,l,u,h,S,x,E),s&&(s.faceIndex=Math.floor(b/3),s.face.materialIndex=m.materialIndex,t.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(c.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let y=m,w=m+1,b=m+2;s=Jc(this,o,e,n,l,u,h,y,w,b),s&&(s.faceIndex=Math.floor(m/3),t.push(s))}}}};function vw(i,e,t,n,s,r,o,a){let c;if(e.side===oi?c=n.intersectTriangle(o,r,s,!0,a):c=n.intersectTriangle(s,r,o,e.side===gs,a),c===null)return null;Zc.copy(a),Zc.applyMatrix4(i.matrixWorld);let l=t.ray.origin.distanceTo(Zc);return l<t.near||l>t.far?null:{distance:l,point:Zc.clone(),object:i}}function Jc(i,e,t,n,s,r,o,a,c,l){i.getVertexPosition(a,qc),i.getVertexPosition(c,$c),i.getVertexPosition(l,Kc);let u=vw(i,e,t,n,qc,$c,Kc,U_);if(u){let h=new W;qi.getBarycoord(U_,qc,$c,Kc,h),s&&(u.uv=qi.getInterpolatedAttribute(s,a,c,l,h,new He)),r&&(u.uv1=qi.getInterpolatedAttribute(r,a,c,l,h,new He)),o&&(u.normal=qi.getInterpolatedAttribute(o,a,c,l,h,new W),u.normal.dot(n.direction)>0&&u.normal.multiplyScalar(-1));let d={a,b:c,c:l,normal:new W,materialIndex:0};qi.getNormal(qc,$c,Kc,d.normal),u.face=d,u.barycoord=h}return u}var Ga=new Dt,F_=new Dt,k_=new Dt,Sw=new Dt,B_=new et,Qc=new W,Ef=new us,z_=new et,Tf=new hs,sl=class extends nn{constructor(e,t){super(e,t),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=Rf,this.bindMatrix=new et,this.bindMatrixInverse=new et,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let e=this.geometry;this.boundingBox===null&&(this.boundingBox=new ji),this.boundingBox.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,Qc),this.boundingBox.expandByPoint(Qc)}computeBoundingSphere(){let e=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new us),this.boundingSphere.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,Qc),this.boundingSphere.expandByPoint(Qc)}copy(e,t){return super.copy(e,t),this.bindMode=e.bindMode,this.bindMatrix.copy(e.bindMatrix),this.bindMatrixInverse.copy(e.bindMatrixInverse),this.skeleton=e.skeleton,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}raycast(e,t){let n=this.material,s=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Ef.copy(this.boundingSphere),Ef.applyMatrix4(s),e.ray.intersectsSphere(Ef)!==!1&&(z_.copy(s).invert(),Tf.copy(e.ray).applyMatrix4(z_),!(this.boundingBox!==null&&Tf.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(e,t,Tf)))}getVertexPosition(e,t){return super.getVertexPosition(e,t),this.applyBoneTransform(e,t),t}bind(e,t){this.skeleton=e,t===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),t=this.matrixWorld),this.bindMatrix.copy(t),this.bindMatrixInverse.copy(t).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let e=new Dt,t=this.geometry.attributes.skinWeight;for(let n=0,s=t.count;n<s;n++){e.fromBufferAttribute(t,n);let r=1/e.manhattanLength();r!==1/0?e.multiplyScalar(r):e.set(1,0,0,0),t.setXYZW(n,e.x,e.y,e.z,e.w)}}updateMatrixWorld(e){super.updateMatrixWorld(e),this.bindMode===Rf?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===Px?this.bindMatrixInverse.copy(this.bindMatrix).invert():$e("SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(e,t){let n=this.skeleton,s=this.geometry;F_.fromBufferAttribute(s.attributes.skinIndex,e),k_.fromBufferAttribute(s.attributes.skinWeight,e),t.isVector4?(Ga.copy(t),t.set(0,0,0,0)):(Ga.set(t.x,t.y,t.z,1),t.set(0,0,0)),Ga.applyMatrix4(this.bindMatrix);for(let r=0;r<4;r++){let o=k_.getComponent(r);if(o!==0){let a=F_.getComponent(r);B_.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),t.addScaledVector(Sw.copy(Ga).applyMatrix4(B_),o)}}return t.isVector4&&(t.w=Ga.w),t.applyMatrix4(this.bindMatrixInverse)}},Jo=class extends Zt{constructor(){super(),this.isBone=!0,this.type="Bone"}},zr=class extends Wn{constructor(e=null,t=1,n=1,s,r,o,a,c,l=Fn,u=Fn,h,d){super(null,o,a,c,l,u,s,r,h,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},V_=new et,Mw=new et,rl=class i{constructor(e=[],t=[]){this.uuid=xs(),this.bones=e.slice(0),this.boneInverses=t,this.boneMatrices=null,this.previousBoneMatrices=null,this.boneTexture=null,this.previousBoneTexture=null,this.init()}init(){let e=this.bones,t=this.boneInverses;if(this.boneMatrices=new Float32Array(e.length*16),t.length===0)this.calculateInverses();else if(e.length!==t.length){$e("Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,s=this.bones.length;n<s;n++)this.boneInverses.push(new et)}}calculateInverses(){this.boneInverses.length=0;for(let e=0,t=this.bones.length;e<t;e++){let n=new et;this.bones[e]&&n.copy(this.bones[e].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&n.matrixWorld.copy(this.boneInverses[e]).invert()}for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let e=this.bones,t=this.boneInverses,n=this.boneMatrices,s=this.boneTexture;for(let r=0,o=e.length;r<o;r++){let a=e[r]?e[r].matrixWorld:Mw;V_.multiplyMatrices(a,t[r]),V_.toArray(n,r*16)}s!==null&&(s.needsUpdate=!0)}clone(){return new i(this.bones,this.boneInverses)}computeBoneTexture(){let e=Math.sqrt(this.bones.length*4);e=Math.ceil(e/4)*4,e=Math.max(e,4);let t=new Float32Array(e*e*4);t.set(this.boneMatrices);let n=new zr(t,e,e,Oi,Di);return n.needsUpdate=!0,this.boneMatrices=t,this.boneTexture=n,this}getBoneByName(e){for(let t=0,n=this.bones.length;t<n;t++){let s=this.bones[t];if(s.name===e)return s}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null),this.previousBoneTexture!==null&&(this.previousBoneTexture.dispose(),this.previousBoneTexture=null)}fromJSON(e,t){this.uuid=e.uuid;for(let n=0,s=e.bones.length;n<s;n++){let r=e.bones[n],o=t[r];o===void 0&&($e("Skeleton: No bone found with UUID:",r),o=new Jo),this.bones.push(o),this.boneInverses.push(new et().fromArray(e.boneInverses[n]))}return this.init(),this}toJSON(){let e={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};e.uuid=this.uuid;let t=this.bones,n=this.boneInverses;for(let s=0,r=t.length;s<r;s++){let o=t[s];e.bones.push(o.uuid);let a=n[s];e.boneInverses.push(a.toArray())}return e}};var Or=new us,ww=new He(.5,.5),eu=new W,ur=class{constructor(e=new Si,t=new Si,n=new Si,s=new Si,r=new Si,o=new Si){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Ni,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],c=r[2],l=r[3],u=r[4],h=r[5],d=r[6],f=r[7],p=r[8],_=r[9],m=r[10],g=r[11],y=r[12],w=r[13],b=r[14],C=r[15];if(s[0].setComponents(l-o,f-u,g-p,C-y).normalize(),s[1].setComponents(l+o,f+u,g+p,C+y).normalize(),s[2].setComponents(l+a,f+h,g+_,C+w).normalize(),s[3].setComponents(l-a,f-h,g-_,C-w).normalize(),n)s[4].setComponents(c,d,m,b).normalize(),s[5].setComponents(l-c,f-d,g-m,C-b).normalize();else if(s[4].setComponents(l-c,f-d,g-m,C-b).normalize(),t===Ni)s[5].setComponents(l+c,f+d,g+m,C+b).normalize();else if(t===Xo)s[5].setComponents(c,d,m,b).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Or.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Or.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Or)}intersectsSprite(e){Or.center.set(0,0,0);let t=ww.distanceTo(e.center);return Or.radius=.7071067811865476+t,Or.applyMatrix4(e.matrixWorld),this.intersectsSphere(Or)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(eu.x=s.normal.x>0?e.max.x:e.min.x,eu.y=s.normal.y>0?e.max.y:e.min.y,eu.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(eu)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},G_=new et,wu=class i{constructor(){this.coordinateSystem=Ni,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];G_.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new ur),n[s].setFromProjectionMatrix(G_,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new ur),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var ri=class extends Xn{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new We(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Eu=new W,Tu=new W,H_=new et,Ha=new hs,tu=new us,Af=new W,W_=new W,ds=class extends Zt{constructor(e=new qt,t=new ri){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)Eu.fromBufferAttribute(t,s-1),Tu.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=Eu.distanceTo(Tu);e.setAttribute("lineDistance",new ht(n,1))}else $e("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),tu.copy(n.boundingSphere),tu.applyMatrix4(s),tu.radius+=r,e.ray.intersectsSphere(tu)===!1)return;H_.copy(s).invert(),Ha.copy(e.ray).applyMatrix4(H_);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),c=a*a,l=this.isLineSegments?2:1,u=n.index,d=n.attributes.position;if(u!==null){let f=Math.max(0,o.start),p=Math.min(u.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=l){let g=u.getX(_),y=u.getX(_+1),w=nu(this,e,Ha,c,g,y,_);w&&t.push(w)}if(this.isLineLoop){let _=u.getX(p-1),m=u.getX(f),g=nu(this,e,Ha,c,_,m,p-1);g&&t.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=l){let g=nu(this,e,Ha,c,_,_+1,_);g&&t.push(g)}if(this.isLineLoop){let _=nu(this,e,Ha,c,p-1,f,p-1);_&&t.push(_)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function nu(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(Eu.fromBufferAttribute(a,s),Tu.fromBufferAttribute(a,r),t.distanceSqToSegment(Eu,Tu,Af,W_)>n)return;Af.applyMatrix4(i.matrixWorld);let l=e.ray.origin.distanceTo(Af);if(!(l<e.near||l>e.far))return{distance:l,point:W_.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var X_=new W,Y_=new W,Pi=class extends ds{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)X_.fromBufferAttribute(t,s),Y_.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+X_.distanceTo(Y_);e.setAttribute("lineDistance",new ht(n,1))}else $e("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}},ol=class extends ds{constructor(e,t){super(e,t),this.isLineLoop=!0,this.type="LineLoop"}},Vs=class extends Xn{constructor(e){super(),this.isPointsMaterial=!0,this.type="PointsMaterial",this.color=new We(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},q_=new et,Lf=new hs,iu=new us,su=new W,Vr=class extends Zt{constructor(e=new qt,t=new Vs){super(),this.isPoints=!0,this.type="Points",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Points.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),iu.copy(n.boundingSphere),iu.applyMatrix4(s),iu.radius+=r,e.ray.intersectsSphere(iu)===!1)return;q_.copy(s).invert(),Lf.copy(e.ray).applyMatrix4(q_);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),c=a*a,l=n.index,h=n.attributes.position;if(l!==null){let d=Math.max(0,o.start),f=Math.min(l.count,o.start+o.count);for(let p=d,_=f;p<_;p++){let m=l.getX(p);su.fromBufferAttribute(h,m),$_(su,m,c,s,e,t,this)}}else{let d=Math.max(0,o.start),f=Math.min(h.count,o.start+o.count);for(let p=d,_=f;p<_;p++)su.fromBufferAttribute(h,p),$_(su,p,c,s,e,t,this)}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function $_(i,e,t,n,s,r,o){let a=Lf.distanceSqToPoint(i);if(a<t){let c=new W;Lf.closestPointToPoint(i,c),c.applyMatrix4(n);let l=s.ray.origin.distanceTo(c);if(l<s.near||l>s.far)return;r.push({distance:l,distanceToRay:Math.sqrt(a),point:c,index:e,face:null,faceIndex:null,barycoord:null,object:o})}}var al=class extends Wn{constructor(e=[],t=jr,n,s,r,o,a,c,l,u){super(e,t,n,s,r,o,a,c,l,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},ll=class extends Wn{constructor(e,t,n,s,r,o,a,c,l){super(e,t,n,s,r,o,a,c,l),this.isCanvasTexture=!0,this.needsUpdate=!0}};var Gs=class extends Wn{constructor(e,t,n=Zi,s,r,o,a=Fn,c=Fn,l,u=zs,h=1){if(u!==zs&&u!==Ys)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:e,height:t,depth:h};super(d,s,r,o,a,c,u,n,l),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new $o(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},cl=class extends Gs{constructor(e,t=Zi,n=jr,s,r,o=Fn,a=Fn,c,l=zs){let u={width:e,height:e,depth:1},h=[u,u,u,u,u,u];super(e,e,t,n,s,r,o,a,c,l),this.image=h,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ul=class extends Wn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Hs=class i extends qt{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let c=[],l=[],u=[],h=[],d=0,f=0;p("z","y","x",-1,-1,n,t,e,o,r,0),p("z","y","x",1,-1,n,t,-e,o,r,1),p("x","z","y",1,1,e,n,t,s,o,2),p("x","z","y",1,-1,e,n,-t,s,o,3),p("x","y","z",1,-1,e,t,n,s,r,4),p("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(c),this.setAttribute("position",new ht(l,3)),this.setAttribute("normal",new ht(u,3)),this.setAttribute("uv",new ht(h,2));function p(_,m,g,y,w,b,C,S,x,E,D){let I=b/x,N=C/E,B=b/2,G=C/2,L=S/2,H=x+1,U=E+1,z=0,ne=0,q=new W;for(let j=0;j<U;j++){let Q=j*N-G;for(let ce=0;ce<H;ce++){let ie=ce*I-B;q[_]=ie*y,q[m]=Q*w,q[g]=L,l.push(q.x,q.y,q.z),q[_]=0,q[m]=0,q[g]=S>0?1:-1,u.push(q.x,q.y,q.z),h.push(ce/x),h.push(1-j/E),z+=1}}for(let j=0;j<E;j++)for(let Q=0;Q<x;Q++){let ce=d+Q+H*j,ie=d+Q+H*(j+1),Y=d+(Q+1)+H*(j+1),se=d+(Q+1)+H*j;c.push(ce,ie,se),c.push(ie,Y,se),ne+=6}a.addGroup(f,ne,D),f+=ne,d+=z}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var Gr=class i extends qt{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,c=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:c};let l=this;s=Math.floor(s),r=Math.floor(r);let u=[],h=[],d=[],f=[],p=0,_=[],m=n/2,g=0;y(),o===!1&&(e>0&&w(!0),t>0&&w(!1)),this.setIndex(u),this.setAttribute("position",new ht(h,3)),this.setAttribute("normal",new ht(d,3)),this.setAttribute("uv",new ht(f,2));function y(){let b=new W,C=new W,S=0,x=(t-e)/n;for(let E=0;E<=r;E++){let D=[],I=E/r,N=I*(t-e)+e;for(let B=0;B<=s;B++){let G=B/s,L=G*c+a,H=Math.sin(L),U=Math.cos(L);C.x=N*H,C.y=-I*n+m,C.z=N*U,h.push(C.x,C.y,C.z),b.set(H,x,U).normalize(),d.push(b.x,b.y,b.z),f.push(G,1-I),D.push(p++)}_.push(D)}for(let E=0;E<s;E++)for(let D=0;D<r;D++){let I=_[D][E],N=_[D+1][E],B=_[D+1][E+1],G=_[D][E+1];(e>0||D!==0)&&(u.push(I,N,G),S+=3),(t>0||D!==r-1)&&(u.push(N,B,G),S+=3)}l.addGroup(g,S,0),g+=S}function w(b){let C=p,S=new He,x=new W,E=0,D=b===!0?e:t,I=b===!0?1:-1;for(let B=1;B<=s;B++)h.push(0,m*I,0),d.push(0,I,0),f.push(.5,.5),p++;let N=p;for(let B=0;B<=s;B++){let L=B/s*c+a,H=Math.cos(L),U=Math.sin(L);x.x=D*U,x.y=m*I,x.z=D*H,h.push(x.x,x.y,x.z),d.push(0,I,0),S.x=H*.5+.5,S.y=U*.5*I+.5,f.push(S.x,S.y),p++}for(let B=0;B<s;B++){let G=C+B,L=N+B;b===!0?u.push(L,L+1,G):u.push(L+1,L,G),E+=3}l.addGroup(g,E,b===!0?1:2),g+=E}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},hl=class i extends Gr{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};function Ew(i,e,t=2){let n=e&&e.length,s=n?e[0]*t:i.length,r=Kx(i,0,s,t,!0),o=[];if(!r||r.next===r.prev)return o;let a,c,l;if(n&&(r=Iw(i,e,r,t)),i.length>80*t){a=i[0],c=i[1];let u=a,h=c;for(let d=t;d<s;d+=t){let f=i[d],p=i[d+1];f<a&&(a=f),p<c&&(c=p),f>u&&(u=f),p>h&&(h=p)}l=Math.max(u-a,h-c),l=l!==0?32767/l:0}return dl(r,o,t,a,c,l,0),o}function Kx(i,e,t,n,s){let r;if(s===Vw(i,e,t,n)>0)for(let o=e;o<t;o+=n)r=K_(o/n|0,i[o],i[o+1],r);else for(let o=t-n;o>=e;o-=n)r=K_(o/n|0,i[o],i[o+1],r);return r&&Qo(r,r.next)&&(pl(r),r=r.next),r}function Hr(i,e){if(!i)return i;e||(e=i);let t=i,n;do if(n=!1,!t.steiner&&(Qo(t,t.next)||en(t.prev,t,t.next)===0)){if(pl(t),t=e=t.prev,t===t.next)break;n=!0}else t=t.next;while(n||t!==e);return e}function dl(i,e,t,n,s,r,o){if(!i)return;!o&&r&&Ow(i,n,s,r);let a=i;for(;i.prev!==i.next;){let c=i.prev,l=i.next;if(r?Aw(i,n,s,r):Tw(i)){e.push(c.i,i.i,l.i),pl(i),i=l.next,a=l.next;continue}if(i=l,i===a){o?o===1?(i=Cw(Hr(i),e),dl(i,e,t,n,s,r,2)):o===2&&Rw(i,e,t,n,s,r):dl(Hr(i),e,t,n,s,r,1);break}}}function Tw(i){let e=i.prev,t=i,n=i.next;if(en(e,t,n)>=0)return!1;let s=e.x,r=t.x,o=n.x,a=e.y,c=t.y,l=n.y,u=Math.min(s,r,o),h=Math.min(a,c,l),d=Math.max(s,r,o),f=Math.max(a,c,l),p=n.next;for(;p!==e;){if(p.x>=u&&p.x<=d&&p.y>=h&&p.y<=f&&Wa(s,a,r,c,o,l,p.x,p.y)&&en(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function Aw(i,e,t,n){let s=i.prev,r=i,o=i.next;if(en(s,r,o)>=0)return!1;let a=s.x,c=r.x,l=o.x,u=s.y,h=r.y,d=o.y,f=Math.min(a,c,l),p=Math.min(u,h,d),_=Math.max(a,c,l),m=Math.max(u,h,d),g=Df(f,p,e,t,n),y=Df(_,m,e,t,n),w=i.prevZ,b=i.nextZ;for(;w&&w.z>=g&&b&&b.z<=y;){if(w.x>=f&&w.x<=_&&w.y>=p&&w.y<=m&&w!==s&&w!==o&&Wa(a,u,c,h,l,d,w.x,w.y)&&en(w.prev,w,w.next)>=0||(w=w.prevZ,b.x>=f&&b.x<=_&&b.y>=p&&b.y<=m&&b!==s&&b!==o&&Wa(a,u,c,h,l,d,b.x,b.y)&&en(b.prev,b,b.next)>=0))return!1;b=b.nextZ}for(;w&&w.z>=g;){if(w.x>=f&&w.x<=_&&w.y>=p&&w.y<=m&&w!==s&&w!==o&&Wa(a,u,c,h,l,d,w.x,w.y)&&en(w.prev,w,w.next)>=0)return!1;w=w.prevZ}for(;b&&b.z<=y;){if(b.x>=f&&b.x<=_&&b.y>=p&&b.y<=m&&b!==s&&b!==o&&Wa(a,u,c,h,l,d,b.x,b.y)&&en(b.prev,b,b.next)>=0)return!1;b=b.nextZ}return!0}function Cw(i,e){let t=i;do{let n=t.prev,s=t.next.next;!Qo(n,s)&&Zx(n,t,t.next,s)&&fl(n,s)&&fl(s,n)&&(e.push(n.i,t.i,s.i),pl(t),pl(t.next),t=i=s),t=t.next}while(t!==i);return Hr(t)}function Rw(i,e,t,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&kw(o,a)){let c=Jx(o,a);o=Hr(o,o.next),c=Hr(c,c.next),dl(o,e,t,n,s,r,0),dl(c,e,t,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function Iw(i,e,t,n){let s=[];for(let r=0,o=e.length;r<o;r++){let a=e[r]*n,c=r<o-1?e[r+1]*n:i.length,l=Kx(i,a,c,n,!1);l===l.next&&(l.steiner=!0),s.push(Fw(l))}s.sort(Nw);for(let r=0;r<s.length;r++)t=Pw(s[r],t);return t}function Nw(i,e){let t=i.x-e.x;if(t===0&&(t=i.y-e.y,t===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(e.next.y-e.y)/(e.next.x-e.x);t=n-s}return t}function Pw(i,e){let t=Lw(i,e);if(!t)return e;let n=Jx(t,i);return Hr(n,n.next),Hr(t,t.next)}function Lw(i,e){let t=e,n=i.x,s=i.y,r=-1/0,o;if(Qo(i,t))return t;do{if(Qo(i,t.next))return t.next;if(s<=t.y&&s>=t.next.y&&t.next.y!==t.y){let h=t.x+(s-t.y)*(t.next.x-t.x)/(t.next.y-t.y);if(h<=n&&h>r&&(r=h,o=t.x<t.next.x?t:t.next,h===n))return o}t=t.next}while(t!==e);if(!o)return null;let a=o,c=o.x,l=o.y,u=1/0;t=o;do{if(n>=t.x&&t.x>=c&&n!==t.x&&jx(s<l?n:r,s,c,l,s<l?r:n,s,t.x,t.y)){let h=Math.abs(s-t.y)/(n-t.x);fl(t,i)&&(h<u||h===u&&(t.x>o.x||t.x===o.x&&Dw(o,t)))&&(o=t,u=h)}t=t.next}while(t!==a);return o}function Dw(i,e){return en(i.prev,i,e.prev)<0&&en(e.next,i,i.next)<0}function Ow(i,e,t,n){let s=i;do s.z===0&&(s.z=Df(s.x,s.y,e,t,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,Uw(s)}function Uw(i){let e,t=1;do{let n=i,s;i=null;let r=null;for(e=0;n;){e++;let o=n,a=0;for(let l=0;l<t&&(a++,o=o.nextZ,!!o);l++);let c=t;for(;a>0||c>0&&o;)a!==0&&(c===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,c--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,t*=2}while(e>1);return i}function Df(i,e,t,n,s){return i=(i-t)*s|0,e=(e-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,i|e<<1}function Fw(i){let e=i,t=i;do(e.x<t.x||e.x===t.x&&e.y<t.y)&&(t=e),e=e.next;while(e!==i);return t}function jx(i,e,t,n,s,r,o,a){return(s-o)*(e-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(t-o)*(e-a)&&(t-o)*(r-a)>=(s-o)*(n-a)}function Wa(i,e,t,n,s,r,o,a){return!(i===o&&e===a)&&jx(i,e,t,n,s,r,o,a)}function kw(i,e){return i.next.i!==e.i&&i.prev.i!==e.i&&!Bw(i,e)&&(fl(i,e)&&fl(e,i)&&zw(i,e)&&(en(i.prev,i,e.prev)||en(i,e.prev,e))||Qo(i,e)&&en(i.prev,i,i.next)>0&&en(e.prev,e,e.next)>0)}function en(i,e,t){return(e.y-i.y)*(t.x-e.x)-(e.x-i.x)*(t.y-e.y)}function Qo(i,e){return i.x===e.x&&i.y===e.y}function Zx(i,e,t,n){let s=ou(en(i,e,t)),r=ou(en(i,e,n)),o=ou(en(t,n,i)),a=ou(en(t,n,e));return!!(s!==r&&o!==a||s===0&&ru(i,t,e)||r===0&&ru(i,n,e)||o===0&&ru(t,i,n)||a===0&&ru(t,e,n))}function ru(i,e,t){return e.x<=Math.max(i.x,t.x)&&e.x>=Math.min(i.x,t.x)&&e.y<=Math.max(i.y,t.y)&&e.y>=Math.min(i.y,t.y)}function ou(i){return i>0?1:i<0?-1:0}function Bw(i,e){let t=i;do{if(t.i!==i.i&&t.next.i!==i.i&&t.i!==e.i&&t.next.i!==e.i&&Zx(t,t.next,i,e))return!0;t=t.next}while(t!==i);return!1}function fl(i,e){return en(i.prev,i,i.next)<0?en(i,e,i.next)>=0&&en(i,i.prev,e)>=0:en(i,e,i.prev)<0||en(i,i.next,e)<0}function zw(i,e){let t=i,n=!1,s=(i.x+e.x)/2,r=(i.y+e.y)/2;do t.y>r!=t.next.y>r&&t.next.y!==t.y&&s<(t.next.x-t.x)*(r-t.y)/(t.next.y-t.y)+t.x&&(n=!n),t=t.next;while(t!==i);return n}function Jx(i,e){let t=Of(i.i,i.x,i.y),n=Of(e.i,e.x,e.y),s=i.next,r=e.prev;return i.next=e,e.prev=i,t.next=s,s.prev=t,n.next=t,t.prev=n,r.next=n,n.prev=r,n}function K_(i,e,t,n){let s=Of(i,e,t);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function pl(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function Of(i,e,t){return{i,x:e,y:t,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Vw(i,e,t,n){let s=0;for(let r=e,o=t-n;r<t;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var Uf=class{static triangulate(e,t,n=2){return Ew(e,t,n)}},ea=class i{static area(e){let t=e.length,n=0;for(let s=t-1,r=0;r<t;s=r++)n+=e[s].x*e[r].y-e[r].x*e[s].y;return n*.5}static isClockWise(e){return i.area(e)<0}static triangulateShape(e,t){let n=[],s=[],r=[];j_(e),Z_(n,e);let o=e.length;t.forEach(j_);for(let c=0;c<t.length;c++)s.push(o),o+=t[c].length,Z_(n,t[c]);let a=Uf.triangulate(n,s);for(let c=0;c<a.length;c+=3)r.push(a.slice(c,c+3));return r}};function j_(i){let e=i.length;e>2&&i[e-1].equals(i[0])&&i.pop()}function Z_(i,e){for(let t=0;t<e.length;t++)i.push(e[t].x),i.push(e[t].y)}var ml=class i extends qt{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),c=Math.floor(s),l=a+1,u=c+1,h=e/a,d=t/c,f=[],p=[],_=[],m=[];for(let g=0;g<u;g++){let y=g*d-o;for(let w=0;w<l;w++){let b=w*h-r;p.push(b,-y,0),_.push(0,0,1),m.push(w/a),m.push(1-g/c)}}for(let g=0;g<c;g++)for(let y=0;y<a;y++){let w=y+l*g,b=y+l*(g+1),C=y+1+l*(g+1),S=y+1+l*g;f.push(w,b,S),f.push(b,C,S)}this.setIndex(f),this.setAttribute("position",new ht(p,3)),this.setAttribute("normal",new ht(_,3)),this.setAttribute("uv",new ht(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var gl=class i extends qt{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let c=Math.min(o+a,Math.PI),l=0,u=[],h=new W,d=new W,f=[],p=[],_=[],m=[];for(let g=0;g<=n;g++){let y=[],w=g/n,b=o+w*a,C=e*Math.cos(b),S=Math.sqrt(e*e-C*C),x=0;g===0&&o===0?x=.5/t:g===n&&c===Math.PI&&(x=-.5/t);for(let E=0;E<=t;E++){let D=E/t,I=s+D*r;h.x=-S*Math.cos(I),h.y=C,h.z=S*Math.sin(I),p.push(h.x,h.y,h.z),d.copy(h).normalize(),_.push(d.x,d.y,d.z),m.push(D+x,1-w),y.push(l++)}u.push(y)}for(let g=0;g<n;g++)for(let y=0;y<t;y++){let w=u[g][y+1],b=u[g][y],C=u[g+1][y],S=u[g+1][y+1];(g!==0||o>0)&&f.push(w,b,S),(g!==n-1||c<Math.PI)&&f.push(b,C,S)}this.setIndex(f),this.setAttribute("position",new ht(p,3)),this.setAttribute("normal",new ht(_,3)),this.setAttribute("uv",new ht(m,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};function Jr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(J_(s))s.isRenderTargetTexture?($e("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(J_(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function $n(i){let e={};for(let t=0;t<i.length;t++){let n=Jr(i[t]);for(let s in n)e[s]=n[s]}return e}function J_(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function Gw(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function bp(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:ut.workingColorSpace}var Qx={clone:Jr,merge:$n},Hw=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Ww=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,fs=class extends Xn{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Hw,this.fragmentShader=Ww,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Jr(e.uniforms),this.uniformsGroups=Gw(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new We().setHex(s.value);break;case"v2":this.uniforms[n].value=new He().fromArray(s.value);break;case"v3":this.uniforms[n].value=new W().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Dt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new rt().fromArray(s.value);break;case"m4":this.uniforms[n].value=new et().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Au=class extends fs{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},Wr=class extends Xn{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new We(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new We(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ha,this.normalScale=new He(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ki,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var hr=class extends Xn{constructor(e){super(),this.isMeshPhongMaterial=!0,this.type="MeshPhongMaterial",this.color=new We(16777215),this.specular=new We(1118481),this.shininess=30,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new We(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ha,this.normalScale=new He(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ki,this.combine=Nl,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.specular.copy(e.specular),this.shininess=e.shininess,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var _l=class extends Xn{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new We(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new We(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ha,this.normalScale=new He(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ki,this.combine=Nl,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Cu=class extends Xn{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Ox,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Ru=class extends Xn{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function cr(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function Xa(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}function Xw(i){function e(s,r){return i[s]-i[r]}let t=i.length,n=new Array(t);for(let s=0;s!==t;++s)n[s]=s;return n.sort(e),n}function Q_(i,e,t){let n=i.length,s=new i.constructor(n);for(let r=0,o=0;o!==n;++r){let a=t[r]*e;for(let c=0;c!==e;++c)s[o++]=i[a+c]}return s}function Yw(i,e,t,n){let s=1,r=i[0];for(;r!==void 0&&r[n]===void 0;)r=i[s++];if(r===void 0)return;let o=r[n];if(o!==void 0)if(Array.isArray(o))do o=r[n],o!==void 0&&(e.push(r.time),t.push(...o)),r=i[s++];while(r!==void 0);else if(o.toArray!==void 0)do o=r[n],o!==void 0&&(e.push(r.time),o.toArray(t,t.length)),r=i[s++];while(r!==void 0);else do o=r[n],o!==void 0&&(e.push(r.time),t.push(o)),r=i[s++];while(r!==void 0)}var dr=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let c=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===c)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Iu=class extends dr{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:If,endingEnd:If}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],c=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Nf:r=e,a=2*t-n;break;case Pf:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(c===void 0)switch(this.getSettings_().endingEnd){case Nf:o=e,c=2*n-t;break;case Pf:o=1,c=n+s[1]-s[0];break;default:o=e-1,c=t}let l=(n-t)*.5,u=this.valueSize;this._weightPrev=l/(t-a),this._weightNext=l/(c-n),this._offsetPrev=r*u,this._offsetNext=o*u}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=e*a,l=c-a,u=this._offsetPrev,h=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(s-t),_=p*p,m=_*p,g=-d*m+2*d*_-d*p,y=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*p+1,w=(-1-f)*m+(1.5+f)*_+.5*p,b=f*m-f*_;for(let C=0;C!==a;++C)r[C]=g*o[u+C]+y*o[l+C]+w*o[c+C]+b*o[h+C];return r}},Nu=class extends dr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=e*a,l=c-a,u=(n-t)/(s-t),h=1-u;for(let d=0;d!==a;++d)r[d]=o[l+d]*h+o[c+d]*u;return r}},Pu=class extends dr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Lu=class extends dr{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=e*a,l=c-a,u=this.inTangents,h=this.outTangents;if(!u||!h){let p=(n-t)/(s-t),_=1-p;for(let m=0;m!==a;++m)r[m]=o[l+m]*_+o[c+m]*p;return r}let d=a*2,f=e-1;for(let p=0;p!==a;++p){let _=o[l+p],m=o[c+p],g=f*d+p*2,y=h[g],w=h[g+1],b=e*d+p*2,C=u[b],S=u[b+1],x=$w(n,t,y,C,s);r[p]=ey(x,_,w,S,m)}return r}};function ey(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function qw(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function $w(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=ey(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let c=qw(r,e,t,n,s);if(Math.abs(c)<1e-10)break;r=Math.max(0,Math.min(1,r-a/c))}return r}var ai=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=cr(t,this.TimeBufferType),this.values=cr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:cr(e.times,Array),values:cr(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),Xa(e.settings)&&(n.settings={inTangents:cr(e.settings.inTangents,Array),outTangents:cr(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new Pu(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Nu(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Iu(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Lu(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Ur:t=this.InterpolantFactoryMethodDiscrete;break;case yu:t=this.InterpolantFactoryMethodLinear;break;case cu:t=this.InterpolantFactoryMethodSmooth;break;case Ka:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return $e("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ur;case this.InterpolantFactoryMethodLinear:return yu;case this.InterpolantFactoryMethodSmooth:return cu;case this.InterpolantFactoryMethodBezier:return Ka}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;Xa(this.settings)&&(ex(this.settings.inTangents,e),ex(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;Xa(this.settings)&&(tx(this.settings.inTangents,e),tx(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let c=n[a];if(typeof c=="number"&&isNaN(c)){Qe("KeyframeTrack: Time is not a valid number.",this,a,c),e=!1;break}if(o!==null&&o>c){Qe("KeyframeTrack: Out of order keys.",this,a,c,o),e=!1;break}o=c}if(s!==void 0&&HM(s))for(let a=0,c=s.length;a!==c;++a){let l=s[a];if(isNaN(l)){Qe("KeyframeTrack: Value is not a valid number.",this,a,l),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===cu,r=e.length-1,o=1;for(let a=1;a<r;++a){let c=!1,l=e[a],u=e[a+1];if(l!==u&&(a!==1||l!==e[0]))if(s)c=!0;else{let h=a*n,d=h-n,f=h+n;for(let p=0;p!==n;++p){let _=t[h+p];if(_!==t[d+p]||_!==t[f+p]){c=!0;break}}}if(c){if(a!==o){e[o]=e[a];let h=a*n,d=o*n;for(let f=0;f!==n;++f)t[d+f]=t[h+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,c=o*n,l=0;l!==n;++l)t[c+l]=t[a+l];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,Xa(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function ex(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function tx(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}ai.prototype.ValueTypeName="";ai.prototype.TimeBufferType=Float32Array;ai.prototype.ValueBufferType=Float32Array;ai.prototype.DefaultInterpolation=yu;var Ws=class extends ai{constructor(e,t,n){super(e,t,n)}};Ws.prototype.ValueTypeName="bool";Ws.prototype.ValueBufferType=Array;Ws.prototype.DefaultInterpolation=Ur;Ws.prototype.InterpolantFactoryMethodLinear=void 0;Ws.prototype.InterpolantFactoryMethodSmooth=void 0;var xl=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}};xl.prototype.ValueTypeName="color";var ta=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}};ta.prototype.ValueTypeName="number";var Du=class extends dr{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,c=(n-t)/(s-t),l=e*a;for(let u=l+a;l!==u;l+=4)vn.slerpFlat(r,0,o,l-a,o,l,c);return r}},ps=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new Du(this.times,this.values,this.getValueSize(),e)}};ps.prototype.ValueTypeName="quaternion";ps.prototype.InterpolantFactoryMethodSmooth=void 0;var Xs=class extends ai{constructor(e,t,n){super(e,t,n)}};Xs.prototype.ValueTypeName="string";Xs.prototype.ValueBufferType=Array;Xs.prototype.DefaultInterpolation=Ur;Xs.prototype.InterpolantFactoryMethodLinear=void 0;Xs.prototype.InterpolantFactoryMethodSmooth=void 0;var Yn=class extends ai{constructor(e,t,n,s){super(e,t,n,s)}};Yn.prototype.ValueTypeName="vector";var na=class{constructor(e="",t=-1,n=[],s=Dx){this.name=e,this.tracks=n,this.duration=t,this.blendMode=s,this.uuid=xs(),this.userData={},this.duration<0&&this.resetDuration()}static parse(e){let t=[],n=e.tracks,s=1/(e.fps||1);for(let o=0,a=n.length;o!==a;++o)t.push(jw(n[o]).scale(s));let r=new this(e.name,e.duration,t,e.blendMode);return r.uuid=e.uuid,r.userData=JSON.parse(e.userData||"{}"),r}static toJSON(e){let t=[],n=e.tracks,s={name:e.name,duration:e.duration,tracks:t,uuid:e.uuid,blendMode:e.blendMode,userData:JSON.stringify(e.userData)};for(let r=0,o=n.length;r!==o;++r)t.push(ai.toJSON(n[r]));return s}static CreateFromMorphTargetSequence(e,t,n,s){let r=t.length,o=[];for(let a=0;a<r;a++){let c=[],l=[];c.push((a+r-1)%r,a,(a+1)%r),l.push(0,1,0);let u=Xw(c);c=Q_(c,1,u),l=Q_(l,1,u),!s&&c[0]===0&&(c.push(r),l.push(l[0])),o.push(new ta(".morphTargetInfluences["+t[a].name+"]",c,l).scale(1/n))}return new this(e,-1,o)}static findByName(e,t){let n=e;if(!Array.isArray(e)){let s=e;n=s.geometry&&s.geometry.animations||s.animations}for(let s=0;s<n.length;s++)if(n[s].name===t)return n[s];return null}static CreateClipsFromMorphTargetSequences(e,t,n){let s={},r=/^([\w-]*?)([\d]+)$/;for(let a=0,c=e.length;a<c;a++){let l=e[a],u=l.name.match(r);if(u&&u.length>1){let h=u[1],d=s[h];d||(s[h]=d=[]),d.push(l)}}let o=[];for(let a in s)o.push(this.CreateFromMorphTargetSequence(a,s[a],t,n));return o}resetDuration(){let e=this.tracks,t=0;for(let n=0,s=e.length;n!==s;++n){let r=this.tracks[n];t=Math.max(t,r.times[r.times.length-1])}return this.duration=t,this}trim(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].trim(0,this.duration);return this}validate(){let e=!0;for(let t=0;t<this.tracks.length;t++)e=e&&this.tracks[t].validate();return e}optimize(){for(let e=0;e<this.tracks.length;e++)this.tracks[e].optimize();return this}clone(){let e=[];for(let n=0;n<this.tracks.length;n++)e.push(this.tracks[n].clone());let t=new this.constructor(this.name,this.duration,e,this.blendMode);return t.userData=JSON.parse(JSON.stringify(this.userData)),t}toJSON(){return this.constructor.toJSON(this)}};function Kw(i){switch(i.toLowerCase()){case"scalar":case"double":case"float":case"number":case"integer":return ta;case"vector":case"vector2":case"vector3":case"vector4":return Yn;case"color":return xl;case"quaternion":return ps;case"bool":case"boolean":return Ws;case"string":return Xs}throw new Error("THREE.KeyframeTrack: Unsupported typeName: "+i)}function jw(i){if(i.type===void 0)throw new Error("THREE.KeyframeTrack: track type undefined, can not parse");let e=Kw(i.type);if(i.times===void 0){let n=[],s=[];Yw(i.keys,n,s,"value"),i.times=n,i.values=s}let t;return e.parse!==void 0?t=e.parse(i):t=new e(i.name,i.times,i.values,i.interpolation),Xa(i.settings)&&(t.settings={inTangents:cr(i.settings.inTangents,Float32Array),outTangents:cr(i.settings.outTangents,Float32Array)}),t}var Ho={enabled:!1,files:{},add:function(i,e){this.enabled!==!1&&(nx(i)||(this.files[i]=e))},get:function(i){if(this.enabled!==!1&&!nx(i))return this.files[i]},remove:function(i){delete this.files[i]},clear:function(){this.files={}}};function nx(i){try{let e=i.slice(i.indexOf(":")+1);return new URL(e).protocol==="blob:"}catch{return!1}}var ia=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,c,l=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(u){a++,r===!1&&s.onStart!==void 0&&s.onStart(u,o,a),r=!0},this.itemEnd=function(u){o++,s.onProgress!==void 0&&s.onProgress(u,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(u){s.onError!==void 0&&s.onError(u)},this.resolveURL=function(u){return u=u.normalize("NFC"),c?c(u):u},this.setURLModifier=function(u){return c=u,this},this.addHandler=function(u,h){return l.push(u,h),this},this.removeHandler=function(u){let h=l.indexOf(u);return h!==-1&&l.splice(h,2),this},this.getHandler=function(u){for(let h=0,d=l.length;h<d;h+=2){let f=l[h],p=l[h+1];if(f.global&&(f.lastIndex=0),f.test(u))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},ty=new ia,qn=class{constructor(e){this.manager=e!==void 0?e:ty,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};qn.DEFAULT_MATERIAL_NAME="__DEFAULT";var Fs={},Ff=class extends Error{constructor(e,t){super(e),this.response=t}},ms=class extends qn{constructor(e){super(e),this.mimeType="",this.responseType="",this._abortController=new AbortController}load(e,t,n,s){e===void 0&&(e=""),this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=Ho.get(`file:${e}`);if(r!==void 0){this.manager.itemStart(e),setTimeout(()=>{t&&t(r),this.manager.itemEnd(e)},0);return}if(Fs[e]!==void 0){Fs[e].push({onLoad:t,onProgress:n,onError:s});return}Fs[e]=[],Fs[e].push({onLoad:t,onProgress:n,onError:s});let o=new Request(e,{headers:new Headers(this.requestHeader),credentials:this.withCredentials?"include":"same-origin",priority:this.priority,cache:this.cache,signal:typeof AbortSignal.any=="function"?AbortSignal.any([this._abortController.signal,this.manager.abortController.signal]):this._abortController.signal}),a=this.mimeType,c=this.responseType;fetch(o).then(l=>{if(l.status===200||l.status===0){if(l.status===0&&$e("FileLoader: HTTP Status 0 received."),typeof ReadableStream>"u"||l.body===void 0||l.body.getReader===void 0)return l;let u=Fs[e],h=l.body.getReader(),d=l.headers.get("X-File-Size")||l.headers.get("Content-Length"),f=d?parseInt(d):0,p=f!==0,_=0,m=new ReadableStream({start(g){y();function y(){h.read().then(({done:w,value:b})=>{if(w)g.close();else{_+=b.byteLength;let C=new ProgressEvent("progress",{lengthComputable:p,loaded:_,total:f});for(let S=0,x=u.length;S<x;S++){let E=u[S];E.onProgress&&E.onProgress(C)}g.enqueue(b),y()}},w=>{g.error(w)})}}});return new Response(m)}else throw new Ff(`fetch for "${l.url}" responded with ${l.status}: ${l.statusText}`,l)}).then(l=>{switch(c){case"arraybuffer":return l.arrayBuffer();case"blob":return l.blob();case"document":return l.text().then(u=>new DOMParser().parseFromString(u,a));case"json":return l.json();default:if(a==="")return l.text();{let h=/charset="?([^;"\s]*)"?/i.exec(a),d=h&&h[1]?h[1].toLowerCase():void 0,f=new TextDecoder(d);return l.arrayBuffer().then(p=>f.decode(p))}}}).then(l=>{Ho.add(`file:${e}`,l);let u=Fs[e];delete Fs[e];for(let h=0,d=u.length;h<d;h++){let f=u[h];f.onLoad&&f.onLoad(l)}}).catch(l=>{let u=Fs[e];if(u===void 0)throw this.manager.itemError(e),l;delete Fs[e];for(let h=0,d=u.length;h<d;h++){let f=u[h];f.onError&&f.onError(l)}this.manager.itemError(e)}).finally(()=>{this.manager.itemEnd(e)}),this.manager.itemStart(e)}setResponseType(e){return this.responseType=e,this}setMimeType(e){return this.mimeType=e,this}abort(){return this._abortController.abort(),this._abortController=new AbortController,this}};var Bo=new WeakMap,Ou=class extends qn{constructor(e){super(e)}load(e,t,n,s){this.path!==void 0&&(e=this.path+e),e=this.manager.resolveURL(e);let r=this,o=Ho.get(`image:${e}`);if(o!==void 0){if(o.complete===!0)r.manager.itemStart(e),setTimeout(function(){t&&t(o),r.manager.itemEnd(e)},0);else{let h=Bo.get(o);h===void 0&&(h=[],Bo.set(o,h)),h.push({onLoad:t,onError:s})}return o}let a=Yo("img");function c(){u(),t&&t(this);let h=Bo.get(this)||[];for(let d=0;d<h.length;d++){let f=h[d];f.onLoad&&f.onLoad(this)}Bo.delete(this),r.manager.itemEnd(e)}function l(h){u(),s&&s(h),Ho.remove(`image:${e}`);let d=Bo.get(this)||[];for(let f=0;f<d.length;f++){let p=d[f];p.onError&&p.onError(h)}Bo.delete(this),r.manager.itemError(e),r.manager.itemEnd(e)}function u(){a.removeEventListener("load",c,!1),a.removeEventListener("error",l,!1)}return a.addEventListener("load",c,!1),a.addEventListener("error",l,!1),e.slice(0,5)!=="data:"&&this.crossOrigin!==void 0&&(a.crossOrigin=this.crossOrigin),Ho.add(`image:${e}`,a),r.manager.itemStart(e),a.fetchPriority=this.priority,a.src=e,a}};var yl=class extends qn{constructor(e){super(e)}load(e,t,n,s){let r=this,o=new zr,a=new ms(this.manager);return a.setPriority(this.priority),a.setCache(this.cache),a.setResponseType("arraybuffer"),a.setRequestHeader(this.requestHeader),a.setPath(this.path),a.setWithCredentials(r.withCredentials),a.load(e,function(c){let l;try{l=r.parse(c)}catch(u){s!==void 0?s(u):Qe(u);return}r._applyTexData(o,l),t&&t(o,l)},n,s),o}createDataTexture(e){let t=new zr;return this._applyTexData(t,this.parse(e)),t}_applyTexData(e,t){t.image!==void 0?e.image=t.image:t.data!==void 0&&(e.image.width=t.width,e.image.height=t.height,e.image.data=t.data),e.wrapS=t.wrapS!==void 0?t.wrapS:si,e.wrapT=t.wrapT!==void 0?t.wrapT:si,e.magFilter=t.magFilter!==void 0?t.magFilter:On,e.minFilter=t.minFilter!==void 0?t.minFilter:On,e.anisotropy=t.anisotropy!==void 0?t.anisotropy:1,t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.mipmaps!==void 0&&(e.mipmaps=t.mipmaps,e.minFilter=Li),t.mipmapCount===1&&(e.minFilter=On),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),e.needsUpdate=!0}},bl=class extends qn{constructor(e){super(e)}load(e,t,n,s){let r=new Wn,o=new Ou(this.manager);return o.setPriority(this.priority),o.setCache(this.cache),o.setCrossOrigin(this.crossOrigin),o.setPath(this.path),o.load(e,function(a){r.image=a,r.needsUpdate=!0,t!==void 0&&t(r)},n,s),r}},fr=class extends Zt{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new We(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},vl=class extends fr{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Zt.DEFAULT_UP),this.updateMatrix(),this.groundColor=new We(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Cf=new et,ix=new W,sx=new W,sa=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new He(512,512),this.mapType=ci,this.map=null,this.mapPass=null,this.matrix=new et,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new ur,this._frameExtents=new He(1,1),this._viewportCount=1,this._viewports=[new Dt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;ix.setFromMatrixPosition(e.matrixWorld),t.position.copy(ix),sx.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(sx),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){Cf.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Cf,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,c=s?s.x/r.x:0,l=s?s.y/r.y:0;e.coordinateSystem===Xo||e.reversedDepth?t.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+c,0,.5*a,0,.5*a+l,0,0,.5,.5,0,0,0,1),t.multiply(Cf)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},au=new W,lu=new vn,cs=new W,Sl=class extends Zt{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new et,this.projectionMatrix=new et,this.projectionMatrixInverse=new et,this.coordinateSystem=Ni,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(au,lu,cs),cs.x===1&&cs.y===1&&cs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(au,lu,cs.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(au,lu,cs),cs.x===1&&cs.y===1&&cs.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(au,lu,cs.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},lr=new W,rx=new He,ox=new He,bn=class extends Sl{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=Fr*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(qa*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return Fr*2*Math.atan(Math.tan(qa*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){lr.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(lr.x,lr.y).multiplyScalar(-e/lr.z),lr.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(lr.x,lr.y).multiplyScalar(-e/lr.z)}getViewSize(e,t){return this.getViewBounds(e,rx,ox),t.subVectors(ox,rx)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(qa*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let c=o.fullWidth,l=o.fullHeight;r+=o.offsetX*s/c,t-=o.offsetY*n/l,s*=o.width/c,n*=o.height/l}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},kf=class extends sa{constructor(){super(new bn(50,1,.5,500)),this.isSpotLightShadow=!0,this.focus=1,this.aspect=1}updateMatrices(e){let t=this.camera,n=Fr*2*e.angle*this.focus,s=this.mapSize.width/this.mapSize.height*this.aspect,r=e.distance||t.far;(n!==t.fov||s!==t.aspect||r!==t.far)&&(t.fov=n,t.aspect=s,t.far=r,t.updateProjectionMatrix()),super.updateMatrices(e)}copy(e){return super.copy(e),this.focus=e.focus,this.aspect=e.aspect,this}toJSON(){let e=super.toJSON();return e.focus=this.focus,e.aspect=this.aspect,e}},Ml=class extends fr{constructor(e,t,n=0,s=Math.PI/3,r=0,o=2){super(e,t),this.isSpotLight=!0,this.type="SpotLight",this.position.copy(Zt.DEFAULT_UP),this.updateMatrix(),this.target=new Zt,this.distance=n,this.angle=s,this.penumbra=r,this.decay=o,this.map=null,this.shadow=new kf}get power(){return this.intensity*Math.PI}set power(e){this.intensity=e/Math.PI}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.angle=e.angle,this.penumbra=e.penumbra,this.decay=e.decay,this.target=e.target.clone(),this.map=e.map,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.angle=this.angle,t.object.decay=this.decay,t.object.penumbra=this.penumbra,t.object.target=this.target.uuid,this.map&&this.map.isTexture&&(t.object.map=this.map.toJSON(e).uuid),t.object.shadow=this.shadow.toJSON(),t}},Bf=class extends sa{constructor(){super(new bn(90,1,.5,500)),this.isPointLightShadow=!0}},wl=class extends fr{constructor(e,t,n=0,s=2){super(e,t),this.isPointLight=!0,this.type="PointLight",this.distance=n,this.decay=s,this.shadow=new Bf}get power(){return this.intensity*4*Math.PI}set power(e){this.intensity=e/(4*Math.PI)}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.decay=e.decay,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.decay=this.decay,t.object.shadow=this.shadow.toJSON(),t}},Xr=class extends Sl{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,c=s-t;if(this.view!==null&&this.view.enabled){let l=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=l*this.view.offsetX,o=r+l*this.view.width,a-=u*this.view.offsetY,c=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,c,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},zf=class extends sa{constructor(){super(new Xr(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Yr=class extends fr{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Zt.DEFAULT_UP),this.updateMatrix(),this.target=new Zt,this.shadow=new zf}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},qr=class extends fr{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var El=class{static extractUrlBase(e){let t=e.lastIndexOf("/");return t===-1?"./":e.slice(0,t+1)}static resolveURL(e,t){return typeof e!="string"||e===""?"":(/^https?:\/\//i.test(t)&&/^\//.test(e)&&(t=t.replace(/(^https?:\/\/[^\/]+).*/i,"$1")),/^(https?:)?\/\//i.test(e)||/^data:.*,.*$/i.test(e)||/^blob:.*$/i.test(e)?e:t+e)}};var zo=-90,Vo=1,ra=class extends Zt{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new bn(zo,Vo,e,t);s.layers=this.layers,this.add(s);let r=new bn(zo,Vo,e,t);r.layers=this.layers,this.add(r);let o=new bn(zo,Vo,e,t);o.layers=this.layers,this.add(o);let a=new bn(zo,Vo,e,t);a.layers=this.layers,this.add(a);let c=new bn(zo,Vo,e,t);c.layers=this.layers,this.add(c);let l=new bn(zo,Vo,e,t);l.layers=this.layers,this.add(l)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,c]=t;for(let l of t)this.remove(l);if(e===Ni)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),c.up.set(0,1,0),c.lookAt(0,0,-1);else if(e===Xo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),c.up.set(0,-1,0),c.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let l of t)this.add(l),l.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,c,l,u]=this.children,h=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;e.isWebGLRenderer===!0?m=e.state.buffers.depth.getReversed():m=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),e.setRenderTarget(n,4,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),n.texture.mipmapsAutoUpdate=_,e.setRenderTarget(n,5,s),m&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),e.setRenderTarget(h,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Uu=class extends bn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var vp="\\[\\]\\.:\\/",Zw=new RegExp("["+vp+"]","g"),Sp="[^"+vp+"]",Jw="[^"+vp.replace("\\.","")+"]",Qw=/((?:WC+[\/:])*)/.source.replace("WC",Sp),eE=/(WCOD+)?/.source.replace("WCOD",Jw),tE=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Sp),nE=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Sp),iE=new RegExp("^"+Qw+eE+tE+nE+"$"),sE=["material","materials","bones","map"],Vf=class{constructor(e,t,n){let s=n||Yt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Yt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Zw,"")}static parseTrackName(e){let t=iE.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);sE.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let c=n(a.children);if(c)return c}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){$e("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let l=t.objectIndex;switch(n){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let u=0;u<e.length;u++)if(e[u].name===l){l=u;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(l!==void 0){if(e[l]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[l]}}let o=e[s];if(o===void 0){let l=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+l+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Yt.Composite=Vf;Yt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Yt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Yt.prototype.GetterByBindingType=[Yt.prototype._getValue_direct,Yt.prototype._getValue_array,Yt.prototype._getValue_arrayElement,Yt.prototype._getValue_toArray];Yt.prototype.SetterByBindingTypeAndVersioning=[[Yt.prototype._setValue_direct,Yt.prototype._setValue_direct_setNeedsUpdate,Yt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_array,Yt.prototype._setValue_array_setNeedsUpdate,Yt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_arrayElement,Yt.prototype._setValue_arrayElement_setNeedsUpdate,Yt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_fromArray,Yt.prototype._setValue_fromArray_setNeedsUpdate,Yt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var ZN=new Float32Array(1);var ax=new et,Tl=class{constructor(e,t,n=0,s=1/0){this.ray=new hs(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new Ko,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):Qe("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return ax.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(ax),this}intersectObject(e,t=!0,n=[]){return Gf(e,this,n,t),n.sort(lx),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Gf(e[s],this,n,t);return n.sort(lx),n}};function lx(i,e){return i.distance-e.distance}function Gf(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Gf(r[o],e,t,!0)}}var oa=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=xt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(xt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Hf=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var Al=class extends Pi{constructor(e=10,t=10,n=4473924,s=8947848){n=new We(n),s=new We(s);let r=t/2,o=e/t,a=e/2,c=[],l=[];for(let d=0,f=0,p=-a;d<=t;d++,p+=o){c.push(-a,0,p,a,0,p),c.push(p,0,-a,p,0,a);let _=d===r?n:s;_.toArray(l,f),f+=3,_.toArray(l,f),f+=3,_.toArray(l,f),f+=3,_.toArray(l,f),f+=3}let u=new qt;u.setAttribute("position",new ht(c,3)),u.setAttribute("color",new ht(l,3));let h=new ri({vertexColors:!0,toneMapped:!1});super(u,h),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Cl=class extends Pi{constructor(e=1){let t=[0,0,0,e,0,0,0,0,0,0,e,0,0,0,0,0,0,e],n=[1,0,0,1,.6,0,0,1,0,.6,1,0,0,0,1,0,.6,1],s=new qt;s.setAttribute("position",new ht(t,3)),s.setAttribute("color",new ht(n,3));let r=new ri({vertexColors:!0,toneMapped:!1});super(s,r),this.type="AxesHelper"}setColors(e,t,n){let s=new We,r=this.geometry.attributes.color.array;return s.set(e),s.toArray(r,0),s.toArray(r,3),s.set(t),s.toArray(r,6),s.toArray(r,9),s.set(n),s.toArray(r,12),s.toArray(r,15),this.geometry.attributes.color.needsUpdate=!0,this}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Rl=class extends $i{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function Mp(i,e,t,n){let s=rE(n);switch(t){case lp:return i*e;case up:return i*e/s.components*s.byteLength;case Hu:return i*e/s.components*s.byteLength;case gr:return i*e*2/s.components*s.byteLength;case Wu:return i*e*2/s.components*s.byteLength;case cp:return i*e*3/s.components*s.byteLength;case Oi:return i*e*4/s.components*s.byteLength;case Xu:return i*e*4/s.components*s.byteLength;case Ll:case Dl:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Ol:case Ul:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case qu:case Ku:return Math.max(i,16)*Math.max(e,8)/4;case Yu:case $u:return Math.max(i,8)*Math.max(e,8)/2;case ju:case Zu:case Qu:case eh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Ju:case Fl:case th:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case nh:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case ih:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case sh:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case rh:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case oh:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case ah:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case lh:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case ch:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case uh:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case hh:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case dh:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case fh:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case ph:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case mh:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case gh:case _h:case xh:return Math.ceil(i/4)*Math.ceil(e/4)*16;case yh:case bh:return Math.ceil(i/4)*Math.ceil(e/4)*8;case kl:case vh:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function rE(i){switch(i){case ci:case sp:return{byteLength:1,components:1};case ua:case rp:case Ji:return{byteLength:2,components:1};case Vu:case Gu:return{byteLength:2,components:4};case Zi:case zu:case Di:return{byteLength:4,components:1};case op:case ap:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?$e("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function My(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function aE(i){let e=new WeakMap;function t(a,c){let l=a.array,u=a.usage,h=l.byteLength,d=i.createBuffer();i.bindBuffer(c,d),i.bufferData(c,l,u),a.onUploadCallback();let f;if(l instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&l instanceof Float16Array)f=i.HALF_FLOAT;else if(l instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(l instanceof Int16Array)f=i.SHORT;else if(l instanceof Uint32Array)f=i.UNSIGNED_INT;else if(l instanceof Int32Array)f=i.INT;else if(l instanceof Int8Array)f=i.BYTE;else if(l instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(l instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+l);return{buffer:d,type:f,bytesPerElement:l.BYTES_PER_ELEMENT,version:a.version,size:h}}function n(a,c,l){let u=c.array,h=c.updateRanges;if(i.bindBuffer(l,a),h.length===0)i.bufferSubData(l,0,u);else{h.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<h.length;f++){let p=h[d],_=h[f];_.start<=p.start+p.count+1?p.count=Math.max(p.count,_.start+_.count-p.start):(++d,h[d]=_)}h.length=d+1;for(let f=0,p=h.length;f<p;f++){let _=h[f];i.bufferSubData(l,_.start*u.BYTES_PER_ELEMENT,u,_.start,_.count)}c.clearUpdateRanges()}c.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let c=e.get(a);c&&(i.deleteBuffer(c.buffer),e.delete(a))}function o(a,c){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=e.get(a);(!u||u.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let l=e.get(a);if(l===void 0)e.set(a,t(a,c));else if(l.version<a.version){if(l.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(l.buffer,a,c),l.version=a.version}}return{get:s,remove:r,update:o}}var lE=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,cE=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,uE=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,hE=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,dE=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,fE=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,pE=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,mE=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,gE=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,_E=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,xE=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,yE=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,bE=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,vE=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,SE=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,ME=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,wE=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,EE=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,TE=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,AE=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,CE=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,RE=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,IE=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,NE=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,PE=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,LE=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,DE=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,OE=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,UE=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,FE="gl_FragColor = linearToOutputTexel( gl_FragColor );",kE=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,BE=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,zE=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,VE=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,GE=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,HE=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,WE=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,XE=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,YE=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,qE=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,$E=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,KE=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,jE=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,ZE=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,JE=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,QE=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,eT=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,tT=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,nT=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,iT=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,sT=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,rT=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,oT=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,aT=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,lT=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,cT=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,uT=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,hT=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,dT=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,fT=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,pT=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,mT=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,gT=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,_T=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,xT=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,yT=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,bT=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,vT=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,ST=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,MT=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,wT=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ET=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,TT=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,AT=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,CT=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,RT=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,IT=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,NT=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,PT=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,LT=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,DT=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,OT=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,UT=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,FT=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,kT=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,BT=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,zT=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,VT=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,GT=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,HT=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,WT=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,XT=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,YT=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,qT=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,$T=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,KT=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,jT=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,ZT=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,JT=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,QT=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,e1=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,t1=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,n1=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,i1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,s1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,r1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,o1=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,a1=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,l1=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,c1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,u1=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,h1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,d1=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,f1=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,p1=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,m1=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,g1=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,_1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,x1=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,y1=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,b1=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,v1=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,S1=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,M1=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,w1=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,E1=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,T1=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,A1=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,C1=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,R1=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,I1=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,N1=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,P1=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,L1=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,D1=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,O1=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,U1=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,F1=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,k1=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,B1=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,z1=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,pt={alphahash_fragment:lE,alphahash_pars_fragment:cE,alphamap_fragment:uE,alphamap_pars_fragment:hE,alphatest_fragment:dE,alphatest_pars_fragment:fE,aomap_fragment:pE,aomap_pars_fragment:mE,batching_pars_vertex:gE,batching_vertex:_E,begin_vertex:xE,beginnormal_vertex:yE,bsdfs:bE,iridescence_fragment:vE,bumpmap_pars_fragment:SE,clipping_planes_fragment:ME,clipping_planes_pars_fragment:wE,clipping_planes_pars_vertex:EE,clipping_planes_vertex:TE,color_fragment:AE,color_pars_fragment:CE,color_pars_vertex:RE,color_vertex:IE,common:NE,defaultnormal_vertex:PE,displacementmap_pars_vertex:LE,displacementmap_vertex:DE,emissivemap_fragment:OE,emissivemap_pars_fragment:UE,colorspace_fragment:FE,colorspace_pars_fragment:kE,envmap_fragment:BE,envmap_common_pars_fragment:zE,envmap_pars_fragment:VE,envmap_pars_vertex:GE,envmap_physical_pars_fragment:QE,envmap_vertex:HE,fog_vertex:WE,fog_pars_vertex:XE,fog_fragment:YE,fog_pars_fragment:qE,gradientmap_pars_fragment:$E,lightmap_pars_fragment:KE,lights_lambert_fragment:jE,lights_lambert_pars_fragment:ZE,lights_pars_begin:JE,lights_toon_fragment:eT,lights_toon_pars_fragment:tT,lights_phong_fragment:nT,lights_phong_pars_fragment:iT,lights_physical_fragment:sT,lights_physical_pars_fragment:rT,lights_fragment_begin:oT,lights_fragment_maps:aT,lights_fragment_end:lT,lightprobes_pars_fragment:cT,logdepthbuf_fragment:uT,logdepthbuf_pars_fragment:hT,logdepthbuf_pars_vertex:dT,logdepthbuf_vertex:fT,map_fragment:pT,map_pars_fragment:mT,map_particle_fragment:gT,map_particle_pars_fragment:_T,metalnessmap_fragment:xT,metalnessmap_pars_fragment:yT,morphinstance_vertex:bT,morphcolor_vertex:vT,morphnormal_vertex:ST,morphtarget_pars_vertex:MT,morphtarget_vertex:wT,normal_fragment_begin:ET,normal_fragment_maps:TT,normal_pars_fragment:AT,normal_pars_vertex:CT,normal_vertex:RT,normalmap_pars_fragment:IT,clearcoat_normal_fragment_begin:NT,clearcoat_normal_fragment_maps:PT,clearcoat_pars_fragment:LT,iridescence_pars_fragment:DT,opaque_fragment:OT,packing:UT,premultiplied_alpha_fragment:FT,project_vertex:kT,dithering_fragment:BT,dithering_pars_fragment:zT,roughnessmap_fragment:VT,roughnessmap_pars_fragment:GT,shadowmap_pars_fragment:HT,shadowmap_pars_vertex:WT,shadowmap_vertex:XT,shadowmask_pars_fragment:YT,skinbase_vertex:qT,skinning_pars_vertex:$T,skinning_vertex:KT,skinnormal_vertex:jT,specularmap_fragment:ZT,specularmap_pars_fragment:JT,tonemapping_fragment:QT,tonemapping_pars_fragment:e1,transmission_fragment:t1,transmission_pars_fragment:n1,uv_pars_fragment:i1,uv_pars_vertex:s1,uv_vertex:r1,worldpos_vertex:o1,background_vert:a1,background_frag:l1,backgroundCube_vert:c1,backgroundCube_frag:u1,cube_vert:h1,cube_frag:d1,depth_vert:f1,depth_frag:p1,distance_vert:m1,distance_frag:g1,equirect_vert:_1,equirect_frag:x1,linedashed_vert:y1,linedashed_frag:b1,meshbasic_vert:v1,meshbasic_frag:S1,meshlambert_vert:M1,meshlambert_frag:w1,meshmatcap_vert:E1,meshmatcap_frag:T1,meshnormal_vert:A1,meshnormal_frag:C1,meshphong_vert:R1,meshphong_frag:I1,meshphysical_vert:N1,meshphysical_frag:P1,meshtoon_vert:L1,meshtoon_frag:D1,points_vert:O1,points_frag:U1,shadow_vert:F1,shadow_frag:k1,sprite_vert:B1,sprite_frag:z1},Pe={common:{diffuse:{value:new We(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new rt},alphaMap:{value:null},alphaMapTransform:{value:new rt},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new rt}},envmap:{envMap:{value:null},envMapRotation:{value:new rt},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new rt}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new rt}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new rt},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new rt},normalScale:{value:new He(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new rt},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new rt}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new rt}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new rt}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new We(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new We(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new rt},alphaTest:{value:0},uvTransform:{value:new rt}},sprite:{diffuse:{value:new We(16777215)},opacity:{value:1},center:{value:new He(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new rt},alphaMap:{value:null},alphaMapTransform:{value:new rt},alphaTest:{value:0}}},bs={basic:{uniforms:$n([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.fog]),vertexShader:pt.meshbasic_vert,fragmentShader:pt.meshbasic_frag},lambert:{uniforms:$n([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,Pe.lights,{emissive:{value:new We(0)},envMapIntensity:{value:1}}]),vertexShader:pt.meshlambert_vert,fragmentShader:pt.meshlambert_frag},phong:{uniforms:$n([Pe.common,Pe.specularmap,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,Pe.lights,{emissive:{value:new We(0)},specular:{value:new We(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:pt.meshphong_vert,fragmentShader:pt.meshphong_frag},standard:{uniforms:$n([Pe.common,Pe.envmap,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.roughnessmap,Pe.metalnessmap,Pe.fog,Pe.lights,{emissive:{value:new We(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:pt.meshphysical_vert,fragmentShader:pt.meshphysical_frag},toon:{uniforms:$n([Pe.common,Pe.aomap,Pe.lightmap,Pe.emissivemap,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.gradientmap,Pe.fog,Pe.lights,{emissive:{value:new We(0)}}]),vertexShader:pt.meshtoon_vert,fragmentShader:pt.meshtoon_frag},matcap:{uniforms:$n([Pe.common,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,Pe.fog,{matcap:{value:null}}]),vertexShader:pt.meshmatcap_vert,fragmentShader:pt.meshmatcap_frag},points:{uniforms:$n([Pe.points,Pe.fog]),vertexShader:pt.points_vert,fragmentShader:pt.points_frag},dashed:{uniforms:$n([Pe.common,Pe.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:pt.linedashed_vert,fragmentShader:pt.linedashed_frag},depth:{uniforms:$n([Pe.common,Pe.displacementmap]),vertexShader:pt.depth_vert,fragmentShader:pt.depth_frag},normal:{uniforms:$n([Pe.common,Pe.bumpmap,Pe.normalmap,Pe.displacementmap,{opacity:{value:1}}]),vertexShader:pt.meshnormal_vert,fragmentShader:pt.meshnormal_frag},sprite:{uniforms:$n([Pe.sprite,Pe.fog]),vertexShader:pt.sprite_vert,fragmentShader:pt.sprite_frag},background:{uniforms:{uvTransform:{value:new rt},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:pt.background_vert,fragmentShader:pt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new rt}},vertexShader:pt.backgroundCube_vert,fragmentShader:pt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:pt.cube_vert,fragmentShader:pt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:pt.equirect_vert,fragmentShader:pt.equirect_frag},distance:{uniforms:$n([Pe.common,Pe.displacementmap,{referencePosition:{value:new W},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:pt.distance_vert,fragmentShader:pt.distance_frag},shadow:{uniforms:$n([Pe.lights,Pe.fog,{color:{value:new We(0)},opacity:{value:1}}]),vertexShader:pt.shadow_vert,fragmentShader:pt.shadow_frag}};bs.physical={uniforms:$n([bs.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new rt},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new rt},clearcoatNormalScale:{value:new He(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new rt},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new rt},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new rt},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new rt},sheen:{value:0},sheenColor:{value:new We(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new rt},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new rt},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new rt},transmissionSamplerSize:{value:new He},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new rt},attenuationDistance:{value:0},attenuationColor:{value:new We(0)},specularColor:{value:new We(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new rt},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new rt},anisotropyVector:{value:new He},anisotropyMap:{value:null},anisotropyMapTransform:{value:new rt}}]),vertexShader:pt.meshphysical_vert,fragmentShader:pt.meshphysical_frag};var Mh={r:0,b:0,g:0},V1=new et,wy=new rt;wy.set(-1,0,0,0,1,0,0,0,1);function G1(i,e,t,n,s,r){let o=new We(0),a=s===!0?0:1,c,l,u=null,h=0,d=null;function f(y){let w=y.isScene===!0?y.background:null;if(w&&w.isTexture){let b=y.backgroundBlurriness>0;w=e.get(w,b)}return w}function p(y){let w=!1,b=f(y);b===null?m(o,a):b&&b.isColor&&(m(b,1),w=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||w)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function _(y,w){let b=f(w);b&&b.isCubeTexture?(l===void 0&&(l=new nn(new Hs(1,1,1),new fs({name:"BackgroundCubeMaterial",uniforms:Jr(bs.backgroundCube.uniforms),vertexShader:bs.backgroundCube.vertexShader,fragmentShader:bs.backgroundCube.fragmentShader,side:oi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),l.geometry.deleteAttribute("uv"),l.onBeforeRender=function(C,S,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(l)),l.material.uniforms.envMap.value=b,l.material.uniforms.backgroundBlurriness.value=w.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=w.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(V1.makeRotationFromEuler(w.backgroundRotation)).transpose(),b.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(wy),l.material.toneMapped=ut.getTransfer(b.colorSpace)!==It,(u!==b||h!==b.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,u=b,h=b.version,d=i.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null)):b&&b.isTexture&&(c===void 0&&(c=new nn(new ml(2,2),new fs({name:"BackgroundMaterial",uniforms:Jr(bs.background.uniforms),vertexShader:bs.background.vertexShader,fragmentShader:bs.background.fragmentShader,side:gs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(c)),c.material.uniforms.t2D.value=b,c.material.uniforms.backgroundIntensity.value=w.backgroundIntensity,c.material.toneMapped=ut.getTransfer(b.colorSpace)!==It,b.matrixAutoUpdate===!0&&b.updateMatrix(),c.material.uniforms.uvTransform.value.copy(b.matrix),(u!==b||h!==b.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,u=b,h=b.version,d=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null))}function m(y,w){y.getRGB(Mh,bp(i)),t.buffers.color.setClear(Mh.r,Mh.g,Mh.b,w,r)}function g(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,w=1){o.set(y),a=w,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,m(o,a)},render:p,addToRenderList:_,dispose:g}}function H1(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(N,B,G,L,H){let U=!1,z=h(N,L,G,B);r!==z&&(r=z,l(r.object)),U=f(N,L,G,H),U&&p(N,L,G,H),H!==null&&e.update(H,i.ELEMENT_ARRAY_BUFFER),(U||o)&&(o=!1,b(N,B,G,L),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(H).buffer))}function c(){return i.createVertexArray()}function l(N){return i.bindVertexArray(N)}function u(N){return i.deleteVertexArray(N)}function h(N,B,G,L){let H=L.wireframe===!0,U=n[B.id];U===void 0&&(U={},n[B.id]=U);let z=N.isInstancedMesh===!0?N.id:0,ne=U[z];ne===void 0&&(ne={},U[z]=ne);let q=ne[G.id];q===void 0&&(q={},ne[G.id]=q);let j=q[H];return j===void 0&&(j=d(c()),q[H]=j),j}function d(N){let B=[],G=[],L=[];for(let H=0;H<t;H++)B[H]=0,G[H]=0,L[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:B,enabledAttributes:G,attributeDivisors:L,object:N,attributes:{},index:null}}function f(N,B,G,L){let H=r.attributes,U=B.attributes,z=0,ne=G.getAttributes();for(let q in ne)if(ne[q].location>=0){let Q=H[q],ce=U[q];if(ce===void 0&&(q==="instanceMatrix"&&N.instanceMatrix&&(ce=N.instanceMatrix),q==="instanceColor"&&N.instanceColor&&(ce=N.instanceColor)),Q===void 0||Q.attribute!==ce||ce&&Q.data!==ce.data)return!0;z++}return r.attributesNum!==z||r.index!==L}function p(N,B,G,L){let H={},U=B.attributes,z=0,ne=G.getAttributes();for(let q in ne)if(ne[q].location>=0){let Q=U[q];Q===void 0&&(q==="instanceMatrix"&&N.instanceMatrix&&(Q=N.instanceMatrix),q==="instanceColor"&&N.instanceColor&&(Q=N.instanceColor));let ce={};ce.attribute=Q,Q&&Q.data&&(ce.data=Q.data),H[q]=ce,z++}r.attributes=H,r.attributesNum=z,r.index=L}function _(){let N=r.newAttributes;for(let B=0,G=N.length;B<G;B++)N[B]=0}function m(N){g(N,0)}function g(N,B){let G=r.newAttributes,L=r.enabledAttributes,H=r.attributeDivisors;G[N]=1,L[N]===0&&(i.enableVertexAttribArray(N),L[N]=1),H[N]!==B&&(i.vertexAttribDivisor(N,B),H[N]=B)}function y(){let N=r.newAttributes,B=r.enabledAttributes;for(let G=0,L=B.length;G<L;G++)B[G]!==N[G]&&(i.disableVertexAttribArray(G),B[G]=0)}function w(N,B,G,L,H,U,z){z===!0?i.vertexAttribIPointer(N,B,G,H,U):i.vertexAttribPointer(N,B,G,L,H,U)}function b(N,B,G,L){_();let H=L.attributes,U=G.getAttributes(),z=B.defaultAttributeValues;for(let ne in U){let q=U[ne];if(q.location>=0){let j=H[ne];if(j===void 0&&(ne==="instanceMatrix"&&N.instanceMatrix&&(j=N.instanceMatrix),ne==="instanceColor"&&N.instanceColor&&(j=N.instanceColor)),j!==void 0){let Q=j.normalized,ce=j.itemSize,ie=e.get(j);if(ie===void 0)continue;let Y=ie.buffer,se=ie.type,te=ie.bytesPerElement,ae=se===i.INT||se===i.UNSIGNED_INT||j.gpuType===zu;if(j.isInterleavedBufferAttribute){let me=j.data,Oe=me.isInterleavedBuffer===!0?me.stride:me.itemSize,Ze=j.offset;if(me.isInstancedInterleavedBuffer||me.isInstancedBufferAttribute){for(let Be=0;Be<q.locationSize;Be++)g(q.location+Be,me.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=me.meshPerAttribute*me.count)}else for(let Be=0;Be<q.locationSize;Be++)m(q.location+Be);i.bindBuffer(i.ARRAY_BUFFER,Y);for(let Be=0;Be<q.locationSize;Be++)w(q.location+Be,ce/q.locationSize,se,Q,Oe*te,(Ze+ce/q.locationSize*Be)*te,ae)}else{if(j.isInstancedBufferAttribute){for(let me=0;me<q.locationSize;me++)g(q.location+me,j.meshPerAttribute);N.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let me=0;me<q.locationSize;me++)m(q.location+me);i.bindBuffer(i.ARRAY_BUFFER,Y);for(let me=0;me<q.locationSize;me++)w(q.location+me,ce/q.locationSize,se,Q,ce*te,ce/q.locationSize*me*te,ae)}}else if(z!==void 0){let Q=z[ne];if(Q!==void 0)switch(Q.length){case 2:i.vertexAttrib2fv(q.location,Q);break;case 3:i.vertexAttrib3fv(q.location,Q);break;case 4:i.vertexAttrib4fv(q.location,Q);break;default:i.vertexAttrib1fv(q.location,Q)}}}}y()}function C(){D();for(let N in n){let B=n[N];for(let G in B){let L=B[G];for(let H in L){let U=L[H];for(let z in U)u(U[z].object),delete U[z];delete L[H]}}delete n[N]}}function S(N){if(n[N.id]===void 0)return;let B=n[N.id];for(let G in B){let L=B[G];for(let H in L){let U=L[H];for(let z in U)u(U[z].object),delete U[z];delete L[H]}}delete n[N.id]}function x(N){for(let B in n){let G=n[B];for(let L in G){let H=G[L];if(H[N.id]===void 0)continue;let U=H[N.id];for(let z in U)u(U[z].object),delete U[z];delete H[N.id]}}}function E(N){for(let B in n){let G=n[B],L=N.isInstancedMesh===!0?N.id:0,H=G[L];if(H!==void 0){for(let U in H){let z=H[U];for(let ne in z)u(z[ne].object),delete z[ne];delete H[U]}delete G[L],Object.keys(G).length===0&&delete n[B]}}}function D(){I(),o=!0,r!==s&&(r=s,l(r.object))}function I(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:D,resetDefaultState:I,dispose:C,releaseStatesOfGeometry:S,releaseStatesOfObject:E,releaseStatesOfProgram:x,initAttributes:_,enableAttribute:m,disableUnusedAttributes:y}}function W1(i,e,t){let n;function s(c){n=c}function r(c,l){i.drawArrays(n,c,l),t.update(l,n,1)}function o(c,l,u){u!==0&&(i.drawArraysInstanced(n,c,l,u),t.update(l,n,u))}function a(c,l,u){if(u===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,l,0,u);let d=0;for(let f=0;f<u;f++)d+=l[f];t.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function X1(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Oi&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let E=x===Ji&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==ci&&x!==Di&&!E&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function c(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let l=t.precision!==void 0?t.precision:"highp",u=c(l);u!==l&&($e("WebGLRenderer:",l,"not supported, using",u,"instead."),l=u);let h=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),d=t.logarithmicDepthBuffer===!0&&h===!1;t.reversedDepthBuffer===!0&&h===!1&&$e("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&h===!0&&$e("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),w=i.getParameter(i.MAX_VARYING_VECTORS),b=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),S=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:a,precision:l,logarithmicDepthBuffer:d,reversedDepthBuffer:h,maxTextures:f,maxVertexTextures:p,maxTextureSize:_,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:y,maxVaryings:w,maxFragmentUniforms:b,maxSamples:C,samples:S}}function Y1(i){let e=this,t=null,n=0,s=!1,r=!1,o=new Si,a=new rt,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(h,d){let f=h.length!==0||d||n!==0||s;return s=d,n=h.length,f},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,d){t=u(h,d,0)},this.setState=function(h,d,f){let p=h.clippingPlanes,_=h.clipIntersection,m=h.clipShadows,g=i.get(h);if(!s||p===null||p.length===0||r&&!m)r?u(null):l();else{let y=r?0:n,w=y*4,b=g.clippingState||null;c.value=b,b=u(p,d,w,f);for(let C=0;C!==w;++C)b[C]=t[C];g.clippingState=b,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=y}};function l(){c.value!==t&&(c.value=t,c.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function u(h,d,f,p){let _=h!==null?h.length:0,m=null;if(_!==0){if(m=c.value,p!==!0||m===null){let g=f+_*4,y=d.matrixWorldInverse;a.getNormalMatrix(y),(m===null||m.length<g)&&(m=new Float32Array(g));for(let w=0,b=f;w!==_;++w,b+=4)o.copy(h[w]).applyMatrix4(y,a),o.normal.toArray(m,b),m[b+3]=o.constant}c.value=m,c.needsUpdate=!0}return e.numPlanes=_,e.numIntersection=0,m}}var Vl=class extends Mi{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new al(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Hs(5,5,5),r=new fs({name:"CubemapFromEquirect",uniforms:Jr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:oi,blending:$r});r.uniforms.tEquirect.value=t;let o=new nn(s,r),a=t.minFilter;return t.minFilter===Li&&(t.minFilter=On),new ra(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},ny=256,q1=3,$1=20,Ey=256,Ty=16,K1=3,j1=new W,Z1=new We,Eh=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new ra(1,10,null),this._boxMesh=new nn(new Hs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=j1}=r,c=this._renderer;this._setSize(o);let l=this._allocateTarget(),u=this._getSourceTarget(!0);t>0&&(u.texture.mipmapsAutoUpdate=!1);let h=c.autoClear,d=c.autoClearColor,f=c.autoClearDepth,p=c.autoClearStencil,_=e.background;c.autoClear=!0,c.autoClearColor=!0,c.autoClearDepth=!0,c.autoClearStencil=!0,_===null&&(e.background=c.getClearColor(Z1));let m=new ra(n,s,u);return m.position.copy(a),m.update(c,e),c.autoClear=h,c.autoClearColor=d,c.autoClearDepth=f,c.autoClearStencil=p,e.background=_,t>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(l,t)),this._applyPMREM(l),l}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=ry(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=sy(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(ny,_p(e))}_fromTexture(e,t){e.mapping===jr||e.mapping===ca?this._setSize(e.image.length===0?ny:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=iy(e,!1,!1),n=Math.log2(e)-q1;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=iy(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===jr||e.mapping===ca?(this._cubemapMaterial===null&&(this._cubemapMaterial=ry()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=sy()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=J1(),this._integrationMaterial=Q1());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/Ty);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-K1)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let c=a>0?Math.log2(t)+.5*Math.log2(6/(Ey*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=c,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=eA());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function iy(i,e,t){return new Vl(i,{minFilter:Li,generateMipmaps:e,type:Ji,colorSpace:ja,depthBuffer:t})}function Gl(i,e,t){return new fs({name:i,uniforms:e,vertexShader:pt.cube_vert,fragmentShader:t,side:oi,blending:$r,depthTest:!1,depthWrite:!1})}function J1(){return Gl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Ey}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Q1(){return Gl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Ty}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function eA(){return Gl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${$1}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function sy(){return Gl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function ry(){return Gl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function tA(i){let e=new WeakMap,t=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Fu||f===ku)if(e.has(d)){let p=e.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let _=new Vl(p.height);return _.fromEquirectangularTexture(i,d),e.set(d,_),d.addEventListener("dispose",l),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===Fu||f===ku,_=f===jr||f===ca;if(p||_){let m=t.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Eh(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),m.texture;if(m!==void 0)return m.texture;{let y=d.image;return p&&y&&y.height>0||_&&y&&c(y)?(n===null&&(n=new Eh(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,t.set(d,m),d.addEventListener("dispose",u),m.texture):null}}}return d}function a(d,f){return f===Fu?d.mapping=jr:f===ku&&(d.mapping=ca),d}function c(d){let f=0,p=6;for(let _=0;_<p;_++)d[_]!==void 0&&f++;return f===p}function l(d){let f=d.target;f.removeEventListener("dispose",l);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function u(d){let f=d.target;f.removeEventListener("dispose",u);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:h}}function nA(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&Ya("WebGLRenderer: "+n+" extension not supported."),s}}}function iA(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){c(p.target)}function c(p){p.index!==null&&e.remove(p.index);for(let m in p.attributes)e.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let _=r.get(p);_&&(e.remove(_),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,t.memory.geometries--}function l(p,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),t.memory.geometries++),_}function u(p){let _=p.attributes;for(let m in _)e.update(_[m],i.ARRAY_BUFFER)}function h(p){let _=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let y=_!==null?_.array.length:m.array.length/3-1,w=m.count>=65535?tl:el,b=new w(Math.ceil(y/3)*6,1),C=b.array;if(_!==null){let x=_.array;g=_.version;for(let E=0,D=0;E<y;E+=3){let I=x[E+0],N=x[E+1],B=x[E+2];C[D++]=I,C[D++]=N,C[D++]=N,C[D++]=B,C[D++]=B,C[D++]=I}}else{g=m.version;for(let x=0,E=0;x<y;x+=3){let D=x+0,I=x+1,N=x+2;C[E++]=D,C[E++]=I,C[E++]=I,C[E++]=N,C[E++]=N,C[E++]=D}}b.version=g;let S=r.get(p);S&&e.remove(S),r.set(p,b)}function d(p){let _=r.get(p);if(_){let m=p.index;m!==null&&_.version<m.version&&h(p)}else h(p);return r.get(p)}function f(){for(let p in s){let _=s[p].deref();_!==void 0&&c(_)}}return{get:l,update:u,getWireframeAttribute:d,dispose:f}}function sA(i,e,t){let n;function s(h){n=h}let r,o;function a(h){r=h.type,o=h.bytesPerElement}function c(h,d){i.drawElements(n,d,r,h*o),t.update(d,n,1)}function l(h,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,h*o,f),t.update(d,n,f))}function u(h,d,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,h,0,f);let _=0;for(let m=0;m<f;m++)_+=d[m];t.update(_,n,1)}this.setMode=s,this.setIndex=a,this.render=c,this.renderInstances=l,this.renderMultiDraw=u}function rA(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function oA(i,e,t){let n=new WeakMap,s=new Dt;function r(o,a,c){let l=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,h=u!==void 0?u.length:0,d=n.get(a);if(d===void 0||d.count!==h){let D=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",D)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],w=0;f===!0&&(w=1),p===!0&&(w=2),_===!0&&(w=3);let b=a.attributes.position.count*w,C=1;b>e.maxTextureSize&&(C=Math.ceil(b/e.maxTextureSize),b=e.maxTextureSize);let S=new Float32Array(b*C*4*h),x=new Qa(S,b,C,h);x.type=Di,x.needsUpdate=!0;let E=w*4;for(let I=0;I<h;I++){let N=m[I],B=g[I],G=y[I],L=b*C*4*I;for(let H=0;H<N.count;H++){let U=H*E;f===!0&&(s.fromBufferAttribute(N,H),S[L+U+0]=s.x,S[L+U+1]=s.y,S[L+U+2]=s.z,S[L+U+3]=0),p===!0&&(s.fromBufferAttribute(B,H),S[L+U+4]=s.x,S[L+U+5]=s.y,S[L+U+6]=s.z,S[L+U+7]=0),_===!0&&(s.fromBufferAttribute(G,H),S[L+U+8]=s.x,S[L+U+9]=s.y,S[L+U+10]=s.z,S[L+U+11]=G.itemSize===4?s.w:1)}}d={count:h,texture:x,size:new He(b,C)},n.set(a,d),a.addEventListener("dispose",D)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)c.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let _=0;_<l.length;_++)f+=l[_];let p=a.morphTargetsRelative?1:1-f;c.getUniforms().setValue(i,"morphTargetBaseInfluence",p),c.getUniforms().setValue(i,"morphTargetInfluences",l)}c.getUniforms().setValue(i,"morphTargetsTexture",d.texture,t),c.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function aA(i,e,t,n,s){let r=new WeakMap;function o(l){let u=s.render.frame,h=l.geometry,d=e.get(l,h);if(r.get(d)!==u&&(e.update(d),r.set(d,u)),l.isInstancedMesh&&(l.hasEventListener("dispose",c)===!1&&l.addEventListener("dispose",c),r.get(l)!==u&&(t.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&t.update(l.instanceColor,i.ARRAY_BUFFER),r.set(l,u))),l.isSkinnedMesh){let f=l.skeleton;r.get(f)!==u&&(f.update(),r.set(f,u))}return d}function a(){r=new WeakMap}function c(l){let u=l.target;u.removeEventListener("dispose",c),n.releaseStatesOfObject(u),t.remove(u.instanceMatrix),u.instanceColor!==null&&t.remove(u.instanceColor)}return{update:o,dispose:a}}var lA={[jf]:"LINEAR_TONE_MAPPING",[Zf]:"REINHARD_TONE_MAPPING",[Jf]:"CINEON_TONE_MAPPING",[Qf]:"ACES_FILMIC_TONE_MAPPING",[tp]:"AGX_TONE_MAPPING",[np]:"NEUTRAL_TONE_MAPPING",[ep]:"CUSTOM_TONE_MAPPING"};function cA(i,e,t,n,s,r){let o=new Mi(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,c=null,l=null,u=new qt;u.setAttribute("position",new ht([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute("uv",new ht([0,2,0,0,2,0],2));let h=new Au({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new nn(u,h),f=new Xr(-1,1,1,-1,0,1),p=null,_=null,m=!1,g,y=null,w=[],b=!1;this.setSize=function(C,S){o.setSize(C,S),a!==null&&a.setSize(C,S),c!==null&&c.setSize(C,S);for(let x=0;x<w.length;x++){let E=w[x];E.setSize&&E.setSize(C,S)}},this.setEffects=function(C){w=C,b=w.length>0&&w[0].isRenderPass===!0;let S=o.width,x=o.height;w.length>0&&a===null&&(a=new Mi(S,x,{type:Ji,depthBuffer:!1,stencilBuffer:!1}),c=new Mi(S,x,{type:Ji,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&w.some(D=>D.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&l===null&&(l=new Gs(S,x),r===!0&&(l.format=Ys,l.type=Zr)),o.dispose(),o.depthTexture=E?l:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let D=0;D<w.length;D++){let I=w[D];I.setSize&&I.setSize(S,x),E&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(l)}},this.begin=function(C,S){if(m||C.toneMapping===_s&&w.length===0)return!1;if(y=S,S!==null){let x=S.width,E=S.height;(o.width!==x||o.height!==E)&&this.setSize(x,E)}return b===!1&&C.setRenderTarget(o),g=C.toneMapping,C.toneMapping=_s,!0},this.hasRenderPass=function(){return b},this.end=function(C,S){C.toneMapping=g,m=!0;let x=o,E=a;for(let D=0;D<w.length;D++){let I=w[D];I.enabled!==!1&&(I.render(C,E,x,S),I.needsSwap!==!1&&(x=E,E=E===a?c:a))}if(p!==C.outputColorSpace||_!==C.toneMapping){p=C.outputColorSpace,_=C.toneMapping,h.defines={},ut.getTransfer(p)===It&&(h.defines.SRGB_TRANSFER="");let D=lA[_];D&&(h.defines[D]=""),h.needsUpdate=!0}h.uniforms.tDiffuse.value=x.texture,C.setRenderTarget(y),C.render(d,f),y=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),c!==null&&c.dispose(),u.dispose(),h.dispose()}}var Ay=new Wn,Cy=new Gs(1,1),Ry=new cl(1),Iy=new Qa,Ny=new Su,Py=new al,oy=[],ay=[],ly=new Float32Array(16),cy=new Float32Array(9),uy=new Float32Array(4);function fa(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=oy[s];if(r===void 0&&(r=new Float32Array(s),oy[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function Tn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function An(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function Ah(i,e){let t=ay[e];t===void 0&&(t=new Int32Array(e),ay[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function uA(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function hA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Tn(t,e))return;i.uniform2fv(this.addr,e),An(t,e)}}function dA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(Tn(t,e))return;i.uniform3fv(this.addr,e),An(t,e)}}function fA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Tn(t,e))return;i.uniform4fv(this.addr,e),An(t,e)}}function pA(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(Tn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),An(t,e)}else{if(Tn(t,n))return;uy.set(n),i.uniformMatrix2fv(this.addr,!1,uy),An(t,n)}}function mA(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(Tn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),An(t,e)}else{if(Tn(t,n))return;cy.set(n),i.uniformMatrix3fv(this.addr,!1,cy),An(t,n)}}function gA(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(Tn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),An(t,e)}else{if(Tn(t,n))return;ly.set(n),i.uniformMatrix4fv(this.addr,!1,ly),An(t,n)}}function _A(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function xA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Tn(t,e))return;i.uniform2iv(this.addr,e),An(t,e)}}function yA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Tn(t,e))return;i.uniform3iv(this.addr,e),An(t,e)}}function bA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Tn(t,e))return;i.uniform4iv(this.addr,e),An(t,e)}}function vA(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function SA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Tn(t,e))return;i.uniform2uiv(this.addr,e),An(t,e)}}function MA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Tn(t,e))return;i.uniform3uiv(this.addr,e),An(t,e)}}function wA(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Tn(t,e))return;i.uniform4uiv(this.addr,e),An(t,e)}}function Ch(i){return i.version===0&&(i.compareFunction=fp,i.needsUpdate=!0),i}function EA(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Ch(Cy):r=Ay,t.setTexture2D(e||r,s)}function TA(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||Ny,s)}function AA(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Ch(Ry):r=Py,t.setTextureCube(e||r,s)}function CA(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||Iy,s)}function RA(i){switch(i){case 5126:return uA;case 35664:return hA;case 35665:return dA;case 35666:return fA;case 35674:return pA;case 35675:return mA;case 35676:return gA;case 5124:case 35670:return _A;case 35667:case 35671:return xA;case 35668:case 35672:return yA;case 35669:case 35673:return bA;case 5125:return vA;case 36294:return SA;case 36295:return MA;case 36296:return wA;case 35678:case 36198:case 36298:case 36306:case 35682:return EA;case 35679:case 36299:case 36307:return TA;case 35680:case 36300:case 36308:case 36293:return AA;case 36289:case 36303:case 36311:case 36292:return CA}}function IA(i,e){i.uniform1fv(this.addr,e)}function NA(i,e){let t=fa(e,this.size,2);i.uniform2fv(this.addr,t)}function PA(i,e){let t=fa(e,this.size,3);i.uniform3fv(this.addr,t)}function LA(i,e){let t=fa(e,this.size,4);i.uniform4fv(this.addr,t)}function DA(i,e){let t=fa(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function OA(i,e){let t=fa(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function UA(i,e){let t=fa(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function FA(i,e){i.uniform1iv(this.addr,e)}function kA(i,e){i.uniform2iv(this.addr,e)}function BA(i,e){i.uniform3iv(this.addr,e)}function zA(i,e){i.uniform4iv(this.addr,e)}function VA(i,e){i.uniform1uiv(this.addr,e)}function GA(i,e){i.uniform2uiv(this.addr,e)}function HA(i,e){i.uniform3uiv(this.addr,e)}function WA(i,e){i.uniform4uiv(this.addr,e)}function XA(i,e,t){let n=this.cache,s=e.length,r=Ah(t,s);Tn(n,r)||(i.uniform1iv(this.addr,r),An(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Ch(Cy):o=Ay;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function YA(i,e,t){let n=this.cache,s=e.length,r=Ah(t,s);Tn(n,r)||(i.uniform1iv(this.addr,r),An(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||Ny,r[o])}function qA(i,e,t){let n=this.cache,s=e.length,r=Ah(t,s);Tn(n,r)||(i.uniform1iv(this.addr,r),An(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Ch(Ry):o=Py;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function $A(i,e,t){let n=this.cache,s=e.length,r=Ah(t,s);Tn(n,r)||(i.uniform1iv(this.addr,r),An(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||Iy,r[o])}function KA(i){switch(i){case 5126:return IA;case 35664:return NA;case 35665:return PA;case 35666:return LA;case 35674:return DA;case 35675:return OA;case 35676:return UA;case 5124:case 35670:return FA;case 35667:case 35671:return kA;case 35668:case 35672:return BA;case 35669:case 35673:return zA;case 5125:return VA;case 36294:return GA;case 36295:return HA;case 36296:return WA;case 35678:case 36198:case 36298:case 36306:case 35682:return XA;case 35679:case 36299:case 36307:return YA;case 35680:case 36300:case 36308:case 36293:return qA;case 36289:case 36303:case 36311:case 36292:return $A}}var Tp=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=RA(t.type)}},Ap=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=KA(t.type)}},Cp=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},wp=/(\w+)(\])?(\[|\.)?/g;function hy(i,e){i.seq.push(e),i.map[e.id]=e}function jA(i,e,t){let n=i.name,s=n.length;for(wp.lastIndex=0;;){let r=wp.exec(n),o=wp.lastIndex,a=r[1],c=r[2]==="]",l=r[3];if(c&&(a=a|0),l===void 0||l==="["&&o+2===s){hy(t,l===void 0?new Tp(a,i,e):new Ap(a,i,e));break}else{let h=t.map[a];h===void 0&&(h=new Cp(a),hy(t,h)),t=h}}}var da=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),c=e.getUniformLocation(t,a.name);jA(a,c,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],c=n[a.id];c.needsUpdate!==!1&&a.setValue(e,c.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function dy(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var ZA=37297,JA=0;function QA(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var fy=new rt;function eC(i){ut._getMatrix(fy,ut.workingColorSpace,i);let e=`mat3( ${fy.elements.map(t=>t.toFixed(4))} )`;switch(ut.getTransfer(i)){case Za:return[e,"LinearTransferOETF"];case It:return[e,"sRGBTransferOETF"];default:return $e("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function py(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+QA(i.getShaderSource(e),a)}else return r}function tC(i,e){let t=eC(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var nC={[jf]:"Linear",[Zf]:"Reinhard",[Jf]:"Cineon",[Qf]:"ACESFilmic",[tp]:"AgX",[np]:"Neutral",[ep]:"Custom"};function iC(i,e){let t=nC[e];return t===void 0?($e("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var wh=new W;function sC(){ut.getLuminanceCoefficients(wh);let i=wh.x.toFixed(4),e=wh.y.toFixed(4),t=wh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function rC(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(zl).join(`
`)}function oC(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function aC(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function zl(i){return i!==""}function my(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function gy(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var lC=/^[ \t]*#include +<([\w\d./]+)>/gm;function Rp(i){return i.replace(lC,cC)}function cC(i,e){let t=pt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return Rp(t)}var uC=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function _y(i){return i.replace(uC,hC)}function hC(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function xy(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var dC={[Il]:"SHADOWMAP_TYPE_PCF",[aa]:"SHADOWMAP_TYPE_VSM"};function fC(i){return dC[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var pC={[ca]:"ENVMAP_MODE_REFRACTION"};function mC(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":pC[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var gC={[Nl]:"ENVMAP_BLENDING_MULTIPLY",[Ix]:"ENVMAP_BLENDING_MIX",[Nx]:"ENVMAP_BLENDING_ADD"};function _C(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":gC[i.combine]||"ENVMAP_BLENDING_NONE"}function xC(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,c=fC(t),l=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",u=mC(t),h=_C(t),d=rC(t),f=oC(r),p=s.createProgram(),_,m,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(_=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(zl).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(zl).join(`
`),m.length>0&&(m+=`
`)):(_=[xy(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+u:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(zl).join(`
`),m=[xy(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+l:"",t.envMap?"#define "+u:"",t.envMap?"#define "+h:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==_s?"#define TONE_MAPPING":"",t.toneMapping!==_s?pt.tonemapping_pars_fragment:"",t.toneMapping!==_s?iC("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",pt.colorspace_pars_fragment,tC("linearToOutputTexel",t.outputColorSpace),sC(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(zl).join(`
`)),o=Rp(o),o=my(o,t),o=gy(o,t),a=Rp(a),a=my(a,t),a=gy(a,t),o=_y(o),a=_y(a),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",t.glslVersion===mp?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===mp?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let y=g+_+o,w=g+m+a,b=dy(s,s.VERTEX_SHADER,y),C=dy(s,s.FRAGMENT_SHADER,w);s.attachShader(p,b),s.attachShader(p,C),t.index0AttributeName!==void 0?s.bindAttribLocation(p,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function S(I){if(i.debug.checkShaderErrors){let N=s.getProgramInfoLog(p)||"",B=s.getShaderInfoLog(b)||"",G=s.getShaderInfoLog(C)||"",L=N.trim(),H=B.trim(),U=G.trim(),z=!0,ne=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(z=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,b,C);else{let q=py(s,b,"vertex"),j=py(s,C,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+L+`
`+q+`
`+j)}else L!==""?$e("WebGLProgram: Program Info Log:",L):(H===""||U==="")&&(ne=!1);ne&&(I.diagnostics={runnable:z,programLog:L,vertexShader:{log:H,prefix:_},fragmentShader:{log:U,prefix:m}})}s.deleteShader(b),s.deleteShader(C),x=new da(s,p),E=aC(s,p)}let x;this.getUniforms=function(){return x===void 0&&S(this),x};let E;this.getAttributes=function(){return E===void 0&&S(this),E};let D=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return D===!1&&(D=s.getProgramParameter(p,ZA)),D},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=JA++,this.cacheKey=e,this.usedTimes=1,this.program=p,this.vertexShader=b,this.fragmentShader=C,this}var yC=0,Ip=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Np(e),t.set(e,n)),n}},Np=class{constructor(e){this.id=yC++,this.code=e,this.usedTimes=0}};function bC(i){return i===gr||i===Fl||i===kl}function vC(i,e,t,n,s,r){let o=new Ko,a=new Ip,c=new Set,l=[],u=new Map,h=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(x){return c.add(x),x===0?"uv":`uv${x}`}function p(x,E,D,I,N,B){let G=I.fog,L=N.geometry,H=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?I.environment:null,U=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,z=e.get(x.envMap||H,U),ne=d[x.type],q=n.precision;x.precision!==null&&(q=n.getMaxPrecision(x.precision),q!==x.precision&&$e("WebGLProgram.getParameters:",x.precision,"not supported, using",q,"instead."));let j=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,Q=j!==void 0?j.length:0,ce=0;L.morphAttributes.position!==void 0&&(ce=1),L.morphAttributes.normal!==void 0&&(ce=2),L.morphAttributes.color!==void 0&&(ce=3);let ie,Y,se,te;if(ne){let Ce=bs[ne];ie=Ce.vertexShader,Y=Ce.fragmentShader}else{ie=x.vertexShader,Y=x.fragmentShader;let Ce=a.getVertexShaderStage(x),ct=a.getFragmentShaderStage(x);a.update(x,Ce,ct),se=Ce.id,te=ct.id}let ae=i.getRenderTarget(),me=i.state.buffers.depth.getReversed(),Oe=N.isInstancedMesh===!0,Ze=N.isBatchedMesh===!0,Be=!!x.map,mt=!!x.matcap,dt=!!z,ot=dt&&z.isPMREMTexture===!0,$t=!!x.aoMap,zt=!!x.lightMap,dn=!!x.bumpMap&&x.wireframe===!1,Ot=!!x.normalMap,Rn=!!x.displacementMap,St=!!x.emissiveMap,Sn=!!x.metalnessMap,sn=!!x.roughnessMap,fn=x.anisotropy>0,k=x.clearcoat>0,Re=x.diffuseRoughness>0,Je=x.dispersion>0,lt=x.retroreflectivity>0,we=x.iridescence>0,Ft=x.sheen>0,Xe=x.transmission>0,je=fn&&!!x.anisotropyMap,R=k&&!!x.clearcoatMap,M=k&&!!x.clearcoatNormalMap,$=k&&!!x.clearcoatRoughnessMap,pe=Re&&!!x.diffuseRoughnessMap,he=we&&!!x.iridescenceMap,be=we&&!!x.iridescenceThicknessMap,ve=Ft&&!!x.sheenColorMap,re=Ft&&!!x.sheenRoughnessMap,le=!!x.specularMap,_e=!!x.specularColorMap,F=!!x.specularIntensityMap,ue=Xe&&!!x.transmissionMap,oe=Xe&&!!x.thicknessMap,Ee=!!x.gradientMap,ye=!!x.alphaMap,Me=x.alphaTest>0,Ye=!!x.alphaHash,nt=!!x.extensions,fe=_s;x.toneMapped&&(ae===null||ae.isXRRenderTarget===!0)&&(fe=i.toneMapping);let ze=ot?z.isCompressedCubeTexture?z.image[0].mipmaps:z.mipmaps:null,it={shaderID:ne,shaderType:x.type,shaderName:x.name,vertexShader:ie,fragmentShader:Y,defines:x.defines,customVertexShaderID:se,customFragmentShaderID:te,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:q,batching:Ze,batchingColor:Ze&&N._colorsTexture!==null,instancing:Oe,instancingColor:Oe&&N.instanceColor!==null,instancingMorph:Oe&&N.morphTexture!==null,outputColorSpace:ae===null?i.outputColorSpace:ae.isXRRenderTarget===!0?ae.texture.colorSpace:ut.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:Be,matcap:mt,envMap:dt,envMapMode:dt&&z.mapping,envMapPMREM:ot,envMapMaxLod:ot?ze.length-1:null,envMapSize:ot?ze[0].width:null,aoMap:$t,lightMap:zt,bumpMap:dn,normalMap:Ot,displacementMap:Rn,emissiveMap:St,normalMapObjectSpace:Ot&&x.normalMapType===Ux,normalMapTangentSpace:Ot&&x.normalMapType===ha,packedNormalMap:Ot&&x.normalMapType===ha&&bC(x.normalMap.format),metalnessMap:Sn,roughnessMap:sn,anisotropy:fn,anisotropyMap:je,clearcoat:k,clearcoatMap:R,clearcoatNormalMap:M,clearcoatRoughnessMap:$,diffuseRoughness:Re,diffuseRoughnessMap:pe,dispersion:Je,retroreflection:lt,iridescence:we,iridescenceMap:he,iridescenceThicknessMap:be,sheen:Ft,sheenColorMap:ve,sheenRoughnessMap:re,specularMap:le,specularColorMap:_e,specularIntensityMap:F,transmission:Xe,transmissionMap:ue,thicknessMap:oe,gradientMap:Ee,opaque:x.transparent===!1&&x.blending===la&&x.alphaToCoverage===!1,alphaMap:ye,alphaTest:Me,alphaHash:Ye,combine:x.combine,mapUv:Be&&f(x.map.channel),aoMapUv:$t&&f(x.aoMap.channel),lightMapUv:zt&&f(x.lightMap.channel),bumpMapUv:dn&&f(x.bumpMap.channel),normalMapUv:Ot&&f(x.normalMap.channel),displacementMapUv:Rn&&f(x.displacementMap.channel),emissiveMapUv:St&&f(x.emissiveMap.channel),metalnessMapUv:Sn&&f(x.metalnessMap.channel),roughnessMapUv:sn&&f(x.roughnessMap.channel),anisotropyMapUv:je&&f(x.anisotropyMap.channel),clearcoatMapUv:R&&f(x.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:$&&f(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:pe&&f(x.diffuseRoughnessMap.channel),iridescenceMapUv:he&&f(x.iridescenceMap.channel),iridescenceThicknessMapUv:be&&f(x.iridescenceThicknessMap.channel),sheenColorMapUv:ve&&f(x.sheenColorMap.channel),sheenRoughnessMapUv:re&&f(x.sheenRoughnessMap.channel),specularMapUv:le&&f(x.specularMap.channel),specularColorMapUv:_e&&f(x.specularColorMap.channel),specularIntensityMapUv:F&&f(x.specularIntensityMap.channel),transmissionMapUv:ue&&f(x.transmissionMap.channel),thicknessMapUv:oe&&f(x.thicknessMap.channel),alphaMapUv:ye&&f(x.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Ot||fn),vertexNormals:!!L.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:N.isPoints===!0&&!!L.attributes.uv&&(Be||ye),fog:!!G,useFog:x.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||L.attributes.normal===void 0&&Ot===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:me,skinning:N.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:Q,morphTextureStride:ce,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:B.filter(Ce=>Ce.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&D.length>0,shadowMapType:i.shadowMap.type,toneMapping:fe,decodeVideoTexture:Be&&x.map.isVideoTexture===!0&&ut.getTransfer(x.map.colorSpace)===It,decodeVideoTextureEmissive:St&&x.emissiveMap.isVideoTexture===!0&&ut.getTransfer(x.emissiveMap.colorSpace)===It,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===li,flipSided:x.side===oi,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:nt&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(nt&&x.extensions.multiDraw===!0||Ze)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return it.vertexUv1s=c.has(1),it.vertexUv2s=c.has(2),it.vertexUv3s=c.has(3),c.clear(),it}function _(x){let E=[];if(x.shaderID?E.push(x.shaderID):(E.push(x.customVertexShaderID),E.push(x.customFragmentShaderID)),x.defines!==void 0)for(let D in x.defines)E.push(D),E.push(x.defines[D]);return x.isRawShaderMaterial===!1&&(m(E,x),g(E,x),E.push(i.outputColorSpace)),E.push(x.customProgramCacheKey),E.join()}function m(x,E){x.push(E.precision),x.push(E.outputColorSpace),x.push(E.envMapMode),x.push(E.envMapPMREM),x.push(E.envMapMaxLod),x.push(E.envMapSize),x.push(E.mapUv),x.push(E.alphaMapUv),x.push(E.lightMapUv),x.push(E.aoMapUv),x.push(E.bumpMapUv),x.push(E.normalMapUv),x.push(E.displacementMapUv),x.push(E.emissiveMapUv),x.push(E.metalnessMapUv),x.push(E.roughnessMapUv),x.push(E.anisotropyMapUv),x.push(E.clearcoatMapUv),x.push(E.clearcoatNormalMapUv),x.push(E.clearcoatRoughnessMapUv),x.push(E.diffuseRoughnessMapUv),x.push(E.iridescenceMapUv),x.push(E.iridescenceThicknessMapUv),x.push(E.sheenColorMapUv),x.push(E.sheenRoughnessMapUv),x.push(E.specularMapUv),x.push(E.specularColorMapUv),x.push(E.specularIntensityMapUv),x.push(E.transmissionMapUv),x.push(E.thicknessMapUv),x.push(E.combine),x.push(E.fogExp2),x.push(E.sizeAttenuation),x.push(E.morphTargetsCount),x.push(E.numSunLights),x.push(E.numDirLights),x.push(E.numPointLights),x.push(E.numSpotLights),x.push(E.numSpotLightMaps),x.push(E.numHemiLights),x.push(E.numRectAreaLights),x.push(E.numSunLightShadows),x.push(E.numDirLightShadows),x.push(E.numPointLightShadows),x.push(E.numSpotLightShadows),x.push(E.numSpotLightShadowsWithMaps),x.push(E.numLightProbes),x.push(E.numLightProbeGrids),x.push(E.shadowMapType),x.push(E.toneMapping),x.push(E.numClippingPlanes),x.push(E.numClipIntersection),x.push(E.depthPacking)}function g(x,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function y(x){let E=d[x.type],D;if(E){let I=bs[E];D=Qx.clone(I.uniforms)}else D=x.uniforms;return D}function w(x,E){let D=u.get(E);return D!==void 0?++D.usedTimes:(D=new xC(i,E,x,s),l.push(D),u.set(E,D)),D}function b(x){if(--x.usedTimes===0){let E=l.indexOf(x);l[E]=l[l.length-1],l.pop(),u.delete(x.cacheKey),x.destroy()}}function C(x){a.remove(x)}function S(){a.dispose()}return{getParameters:p,getProgramCacheKey:_,getUniforms:y,acquireProgram:w,releaseProgram:b,releaseShaderCache:C,programs:l,dispose:S}}function SC(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,c){i.get(o)[a]=c}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function MC(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function yy(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function by(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,_,m,g){let y=i[e];return y===void 0?(y={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:m,group:g},i[e]=y):(y.id=d.id,y.object=d,y.geometry=f,y.material=p,y.materialVariant=o(d),y.groupOrder=_,y.renderOrder=d.renderOrder,y.z=m,y.group=g),e++,y}function c(d,f,p,_,m,g,y){y.reversedDepth===!0&&(m=-m);let w=a(d,f,p,_,m,g);p.transmission>0?n.push(w):p.transparent===!0?s.push(w):t.push(w)}function l(d,f,p,_,m,g){let y=a(d,f,p,_,m,g);p.transmission>0?n.unshift(y):p.transparent===!0?s.unshift(y):t.unshift(y)}function u(d,f){t.length>1&&t.sort(d||MC),n.length>1&&n.sort(f||yy),s.length>1&&s.sort(f||yy)}function h(){for(let d=e,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:c,unshift:l,finish:h,sort:u}}function wC(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new by,i.set(n,[o])):s>=r.length?(o=new by,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function EC(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new W,color:new We};break;case"SpotLight":t={position:new W,direction:new W,color:new We,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new W,color:new We,distance:0,decay:0};break;case"HemisphereLight":t={direction:new W,skyColor:new We,groundColor:new We};break;case"RectAreaLight":t={color:new We,position:new W,halfWidth:new W,halfHeight:new W};break}return i[e.id]=t,t}}}function TC(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new He};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new He};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new He,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var AC=0;function CC(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function RC(i){let e=new EC,t=TC(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let l=0;l<9;l++)n.probe.push(new W);let s=new W,r=new et,o=new et;function a(l){let u=0,h=0,d=0;for(let B=0;B<9;B++)n.probe[B].set(0,0,0);let f=0,p=0,_=0,m=0,g=0,y=0,w=0,b=0,C=0,S=0,x=0,E=0,D=0,I=0;l.sort(CC);for(let B=0,G=l.length;B<G;B++){let L=l[B],H=L.color,U=L.intensity,z=L.distance,ne=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===gr?ne=L.shadow.map.texture:ne=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)u+=H.r*U,h+=H.g*U,d+=H.b*U;else if(L.isLightProbe){for(let q=0;q<9;q++)n.probe[q].addScaledVector(L.sh.coefficients[q],U);I++}else if(L.isSunLight){let q=e.get(L);if(q.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,Q=t.get(L);Q.shadowIntensity=j.intensity,Q.shadowBias=j.bias,Q.shadowNormalBias=j.normalBias,Q.shadowRadius=j.radius,Q.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[p]=Q,n.sunShadowMap[p]=ne;let ce=j.getViewportCount();for(let ie=0;ie<ce;ie++)n.sunShadowMatrix[_+ie]=j.getMatrix(ie),n.sunShadowCascade[_+ie]=j._cascadeData[ie];_+=ce,p++}n.sun[f]=q,f++}else if(L.isDirectionalLight){let q=e.get(L);if(q.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let j=L.shadow,Q=t.get(L);Q.shadowIntensity=j.intensity,Q.shadowBias=j.bias,Q.shadowNormalBias=j.normalBias,Q.shadowRadius=j.radius,Q.shadowMapSize=j.mapSize,n.directionalShadow[m]=Q,n.directionalShadowMap[m]=ne,n.directionalShadowMatrix[m]=L.shadow.matrix,C++}n.directional[m]=q,m++}else if(L.isSpotLight){let q=e.get(L);q.position.setFromMatrixPosition(L.matrixWorld),q.color.copy(H).multiplyScalar(U),q.distance=z,q.coneCos=Math.cos(L.angle),q.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),q.decay=L.decay,n.spot[y]=q;let j=L.shadow;if(L.map&&(n.spotLightMap[E]=L.map,E++,j.updateMatrices(L),L.castShadow&&D++),n.spotLightMatrix[y]=j.matrix,L.castShadow){let Q=t.get(L);Q.shadowIntensity=j.intensity,Q.shadowBias=j.bias,Q.shadowNormalBias=j.normalBias,Q.shadowRadius=j.radius,Q.shadowMapSize=j.mapSize,n.spotShadow[y]=Q,n.spotShadowMap[y]=ne,x++}y++}else if(L.isRectAreaLight){let q=e.get(L);q.color.copy(H).multiplyScalar(U),q.halfWidth.set(L.width*.5,0,0),q.halfHeight.set(0,L.height*.5,0),n.rectArea[w]=q,w++}else if(L.isPointLight){let q=e.get(L);if(q.color.copy(L.color).multiplyScalar(L.intensity),q.distance=L.distance,q.decay=L.decay,L.castShadow){let j=L.shadow,Q=t.get(L);Q.shadowIntensity=j.intensity,Q.shadowBias=j.bias,Q.shadowNormalBias=j.normalBias,Q.shadowRadius=j.radius,Q.shadowMapSize=j.mapSize,Q.shadowCameraNear=j.camera.near,Q.shadowCameraFar=j.camera.far,n.pointShadow[g]=Q,n.pointShadowMap[g]=ne,n.pointShadowMatrix[g]=L.shadow.matrix,S++}n.point[g]=q,g++}else if(L.isHemisphereLight){let q=e.get(L);q.skyColor.copy(L.color).multiplyScalar(U),q.groundColor.copy(L.groundColor).multiplyScalar(U),n.hemi[b]=q,b++}}w>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Pe.LTC_FLOAT_1,n.rectAreaLTC2=Pe.LTC_FLOAT_2):(n.rectAreaLTC1=Pe.LTC_HALF_1,n.rectAreaLTC2=Pe.LTC_HALF_2)),n.ambient[0]=u,n.ambient[1]=h,n.ambient[2]=d;let N=n.hash;(N.sunLength!==f||N.directionalLength!==m||N.pointLength!==g||N.spotLength!==y||N.rectAreaLength!==w||N.hemiLength!==b||N.numSunShadows!==p||N.numDirectionalShadows!==C||N.numPointShadows!==S||N.numSpotShadows!==x||N.numSpotMaps!==E||N.numLightProbes!==I)&&(n.sun.length=f,n.directional.length=m,n.spot.length=y,n.rectArea.length=w,n.point.length=g,n.hemi.length=b,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=S,n.pointShadowMap.length=S,n.pointShadowMatrix.length=S,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+E-D,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=D,n.numLightProbes=I,N.sunLength=f,N.directionalLength=m,N.pointLength=g,N.spotLength=y,N.rectAreaLength=w,N.hemiLength=b,N.numSunShadows=p,N.numDirectionalShadows=C,N.numPointShadows=S,N.numSpotShadows=x,N.numSpotMaps=E,N.numLightProbes=I,n.version=AC++)}function c(l,u){let h=0,d=0,f=0,p=0,_=0,m=0,g=u.matrixWorldInverse;for(let y=0,w=l.length;y<w;y++){let b=l[y];if(b.isSunLight){let C=n.sun[h];C.direction.setFromMatrixPosition(b.matrixWorld),C.direction.transformDirection(g),h++}else if(b.isDirectionalLight){let C=n.directional[d];C.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),d++}else if(b.isSpotLight){let C=n.spot[p];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(g),C.direction.setFromMatrixPosition(b.matrixWorld),s.setFromMatrixPosition(b.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),p++}else if(b.isRectAreaLight){let C=n.rectArea[_];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(g),o.identity(),r.copy(b.matrixWorld),r.premultiply(g),o.extractRotation(r),C.halfWidth.set(b.width*.5,0,0),C.halfHeight.set(0,b.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),_++}else if(b.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(b.matrixWorld),C.position.applyMatrix4(g),f++}else if(b.isHemisphereLight){let C=n.hemi[m];C.direction.setFromMatrixPosition(b.matrixWorld),C.direction.transformDirection(g),m++}}}return{setup:a,setupView:c,state:n}}function vy(i){let e=new RC(i),t=[],n=[],s=[];function r(h){u.camera=h,t.length=0,n.length=0,s.length=0}function o(h){h.isLightProbeGrid?s.push(h):t.push(h)}function a(h){n.push(h)}function c(){e.setup(t),s.sort((h,d)=>h.priority-d.priority||h.id-d.id)}function l(h){e.setupView(t,h)}let u={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:u,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:a}}function IC(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new vy(i),e.set(s,[a])):r>=o.length?(a=new vy(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var NC=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,PC=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,LC=[new W(1,0,0),new W(-1,0,0),new W(0,1,0),new W(0,-1,0),new W(0,0,1),new W(0,0,-1)],DC=[new W(0,-1,0),new W(0,-1,0),new W(0,0,1),new W(0,0,-1),new W(0,-1,0),new W(0,-1,0)],Sy=new et,Bl=new W,Ep=new W;function OC(i,e,t){let n=new ur,s=new He,r=new He,o=new Dt,a=new Cu,c=new Ru,l={},u=t.maxTextureSize,h={[gs]:oi,[oi]:gs,[li]:li},d=new fs({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new He},radius:{value:4}},vertexShader:NC,fragmentShader:PC}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new qt;p.setAttribute("position",new Un(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new nn(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Il;let g=this.type;this.render=function(S,x,E){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||S.length===0)return;this.type===hx&&($e("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Il);let D=i.getRenderTarget(),I=i.getActiveCubeFace(),N=i.getActiveMipmapLevel(),B=i.state;B.setBlending($r),B.buffers.depth.getReversed()===!0?B.buffers.color.setClear(0,0,0,0):B.buffers.color.setClear(1,1,1,1),B.buffers.depth.setTest(!0),B.setScissorTest(!1);let G=g!==this.type;G&&x.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(H=>H.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,H=S.length;L<H;L++){let U=S[L],z=U.shadow;if(z===void 0){$e("WebGLShadowMap:",U,"has no shadow.");continue}if(z.autoUpdate===!1&&z.needsUpdate===!1)continue;s.copy(z.mapSize);let ne=z.getFrameExtents();s.multiply(ne),r.copy(z.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/ne.x),s.x=r.x*ne.x,z.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/ne.y),s.y=r.y*ne.y,z.mapSize.y=r.y));let q=i.state.buffers.depth.getReversed();if(z.camera._reversedDepth=q,z.map===null||G===!0){if(z.map!==null&&(z.map.depthTexture!==null&&(z.map.depthTexture.dispose(),z.map.depthTexture=null),z.map.dispose()),this.type===aa){if(U.isPointLight){$e("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}z.map=new Mi(s.x,s.y,{format:gr,type:Ji,minFilter:On,magFilter:On,generateMipmaps:!1}),z.map.texture.name=U.name+".shadowMap",z.map.depthTexture=new Gs(s.x,s.y,Di),z.map.depthTexture.name=U.name+".shadowMapDepth",z.map.depthTexture.format=zs,z.map.depthTexture.compareFunction=null,z.map.depthTexture.minFilter=Fn,z.map.depthTexture.magFilter=Fn}else U.isPointLight?(z.map=new Vl(s.x),z.map.depthTexture=new cl(s.x,Zi)):(z.map=new Mi(s.x,s.y),z.map.depthTexture=new Gs(s.x,s.y,Zi)),z.map.depthTexture.name=U.name+".shadowMap",z.map.depthTexture.format=zs,this.type===Il?(z.map.depthTexture.compareFunction=q?dp:hp,z.map.depthTexture.minFilter=On,z.map.depthTexture.magFilter=On):(z.map.depthTexture.compareFunction=null,z.map.depthTexture.minFilter=Fn,z.map.depthTexture.magFilter=Fn);z.camera.updateProjectionMatrix()}z.map.isWebGLCubeRenderTarget!==!0&&(z.map.width!==s.x||z.map.height!==s.y)&&z.map.setSize(s.x,s.y);let j=z.map.isWebGLCubeRenderTarget?6:z.getViewportCount();U.isPointLight!==!0&&z.updateMatrices(U,E);let Q=(z.camera.layers.mask&4294967294)!==0?z.camera.layers:E.layers;for(let ce=0;ce<j;ce++){let ie=z.getCamera(ce);if(U.isPointLight){let Y=z.camera,se=z.matrix,te=U.distance||Y.far;te!==Y.far&&(Y.far=te,Y.updateProjectionMatrix()),Bl.setFromMatrixPosition(U.matrixWorld),Y.position.copy(Bl),Ep.copy(Y.position),Ep.add(LC[ce]),Y.up.copy(DC[ce]),Y.lookAt(Ep),Y.updateMatrixWorld(),se.makeTranslation(-Bl.x,-Bl.y,-Bl.z),Sy.multiplyMatrices(Y.projectionMatrix,Y.matrixWorldInverse),z._frustum.setFromProjectionMatrix(Sy,Y.coordinateSystem,Y.reversedDepth)}if(z.map.isWebGLCubeRenderTarget)i.setRenderTarget(z.map,ce),i.clear();else{ce===0&&(i.setRenderTarget(z.map),i.clear());let Y=z.getViewport(ce);o.set(r.x*Y.x,r.y*Y.y,r.x*Y.z,r.y*Y.w),B.viewport(o)}n=z.getFrustum(ce),b(x,E,ie,U,Q,this.type)}z.isPointLightShadow!==!0&&this.type===aa&&y(z,E),z.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(D,I,N)};function y(S,x){let E=e.update(_);d.defines.VSM_SAMPLES!==S.blurSamples&&(d.defines.VSM_SAMPLES=S.blurSamples,f.defines.VSM_SAMPLES=S.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),S.mapPass===null?S.mapPass=new Mi(s.x,s.y,{format:gr,type:Ji}):(S.mapPass.width!==S.map.width||S.mapPass.height!==S.map.height)&&S.mapPass.setSize(S.map.width,S.map.height),d.uniforms.shadow_pass.value=S.map.depthTexture,d.uniforms.resolution.value.set(S.map.width,S.map.height),d.uniforms.radius.value=S.radius,i.setRenderTarget(S.mapPass),i.clear(),i.renderBufferDirect(x,null,E,d,_,null),f.uniforms.shadow_pass.value=S.mapPass.texture,f.uniforms.resolution.value.set(S.map.width,S.map.height),f.uniforms.radius.value=S.radius,i.setRenderTarget(S.map),i.clear(),i.renderBufferDirect(x,null,E,f,_,null)}function w(S,x,E,D){let I=null,N=E.isPointLight===!0?S.customDistanceMaterial:S.customDepthMaterial;if(N!==void 0)I=N;else if(I=E.isPointLight===!0?c:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let B=I.uuid,G=x.uuid,L=l[B];L===void 0&&(L={},l[B]=L);let H=L[G];H===void 0&&(H=I.clone(),L[G]=H,x.addEventListener("dispose",C)),I=H}if(I.visible=x.visible,I.wireframe=x.wireframe,D===aa?I.side=x.shadowSide!==null?x.shadowSide:x.side:I.side=x.shadowSide!==null?x.shadowSide:h[x.side],I.alphaMap=x.alphaMap,I.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,I.map=x.map,I.clipShadows=x.clipShadows,I.clippingPlanes=x.clippingPlanes,I.clipIntersection=x.clipIntersection,I.displacementMap=x.displacementMap,I.displacementScale=x.displacementScale,I.displacementBias=x.displacementBias,I.wireframeLinewidth=x.wireframeLinewidth,I.linewidth=x.linewidth,E.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let B=i.properties.get(I);B.light=E}return I}function b(S,x,E,D,I,N){if(S.visible===!1)return;if(S.layers.test(I)&&(S.isMesh||S.isLine||S.isPoints)&&(S.castShadow||S.receiveShadow&&N===aa)&&(!S.frustumCulled||S.intersectsFrustum(n))){S.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,S.matrixWorld);let L=e.update(S),H=S.material;if(Array.isArray(H)){let U=L.groups;for(let z=0,ne=U.length;z<ne;z++){let q=U[z],j=H[q.materialIndex];if(j&&j.visible){let Q=w(S,j,D,N);S.onBeforeShadow(i,S,x,E,L,Q,q),i.renderBufferDirect(E,null,L,Q,S,q),S.onAfterShadow(i,S,x,E,L,Q,q)}}}else if(H.visible){let U=w(S,H,D,N);S.onBeforeShadow(i,S,x,E,L,U,null),i.renderBufferDirect(E,null,L,U,S,null),S.onAfterShadow(i,S,x,E,L,U,null)}}let G=S.children;for(let L=0,H=G.length;L<H;L++)b(G[L],x,E,D,I,N)}function C(S){S.target.removeEventListener("dispose",C);for(let E in l){let D=l[E],I=S.target.uuid;I in D&&(D[I].dispose(),delete D[I])}}}function UC(i,e){function t(){let F=!1,ue=new Dt,oe=null,Ee=new Dt(0,0,0,0);return{setMask:function(ye){oe!==ye&&!F&&(i.colorMask(ye,ye,ye,ye),oe=ye)},setLocked:function(ye){F=ye},setClear:function(ye,Me,Ye,nt,fe){fe===!0&&(ye*=nt,Me*=nt,Ye*=nt),ue.set(ye,Me,Ye,nt),Ee.equals(ue)===!1&&(i.clearColor(ye,Me,Ye,nt),Ee.copy(ue))},reset:function(){F=!1,oe=null,Ee.set(-1,0,0,0)}}}function n(){let F=!1,ue=!1,oe=null,Ee=null,ye=null;return{setReversed:function(Me){if(ue!==Me){let Ye=e.get("EXT_clip_control");Me?Ye.clipControlEXT(Ye.LOWER_LEFT_EXT,Ye.ZERO_TO_ONE_EXT):Ye.clipControlEXT(Ye.LOWER_LEFT_EXT,Ye.NEGATIVE_ONE_TO_ONE_EXT),ue=Me;let nt=ye;ye=null,this.setClear(nt)}},getReversed:function(){return ue},setTest:function(Me){Me?me(i.DEPTH_TEST):Oe(i.DEPTH_TEST)},setMask:function(Me){oe!==Me&&!F&&(i.depthMask(Me),oe=Me)},setFunc:function(Me){if(ue&&(Me=Yx[Me]),Ee!==Me){switch(Me){case hu:i.depthFunc(i.NEVER);break;case du:i.depthFunc(i.ALWAYS);break;case fu:i.depthFunc(i.LESS);break;case Wo:i.depthFunc(i.LEQUAL);break;case pu:i.depthFunc(i.EQUAL);break;case mu:i.depthFunc(i.GEQUAL);break;case gu:i.depthFunc(i.GREATER);break;case _u:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Ee=Me}},setLocked:function(Me){F=Me},setClear:function(Me){ye!==Me&&(ye=Me,ue&&(Me=1-Me),i.clearDepth(Me))},reset:function(){F=!1,oe=null,Ee=null,ye=null,ue=!1}}}function s(){let F=!1,ue=null,oe=null,Ee=null,ye=null,Me=null,Ye=null,nt=null,fe=null;return{setTest:function(ze){F||(ze?me(i.STENCIL_TEST):Oe(i.STENCIL_TEST))},setMask:function(ze){ue!==ze&&!F&&(i.stencilMask(ze),ue=ze)},setFunc:function(ze,it,Ce){(oe!==ze||Ee!==it||ye!==Ce)&&(i.stencilFunc(ze,it,Ce),oe=ze,Ee=it,ye=Ce)},setOp:function(ze,it,Ce){(Me!==ze||Ye!==it||nt!==Ce)&&(i.stencilOp(ze,it,Ce),Me=ze,Ye=it,nt=Ce)},setLocked:function(ze){F=ze},setClear:function(ze){fe!==ze&&(i.clearStencil(ze),fe=ze)},reset:function(){F=!1,ue=null,oe=null,Ee=null,ye=null,Me=null,Ye=null,nt=null,fe=null}}}let r=new t,o=new n,a=new s,c={},l=new WeakMap,u={},h={},d={},f=new WeakMap,p=[],_=null,m=!1,g=null,y=null,w=null,b=null,C=null,S=null,x=null,E=new We(0,0,0),D=0,I=!1,N=null,B=null,G=null,L=null,H=null,U=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),z=!1,ne=0,q=i.getParameter(i.VERSION);q.indexOf("WebGL")!==-1?(ne=parseFloat(/^WebGL (\d)/.exec(q)[1]),z=ne>=1):q.indexOf("OpenGL ES")!==-1&&(ne=parseFloat(/^OpenGL ES (\d)/.exec(q)[1]),z=ne>=2);let j=null,Q={},ce=i.getParameter(i.SCISSOR_BOX),ie=i.getParameter(i.VIEWPORT),Y=new Dt().fromArray(ce),se=new Dt().fromArray(ie);function te(F,ue,oe,Ee){let ye=new Uint8Array(4),Me=i.createTexture();i.bindTexture(F,Me),i.texParameteri(F,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(F,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ye=0;Ye<oe;Ye++)F===i.TEXTURE_3D||F===i.TEXTURE_2D_ARRAY?i.texImage3D(ue,0,i.RGBA,1,1,Ee,0,i.RGBA,i.UNSIGNED_BYTE,ye):i.texImage2D(ue+Ye,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ye);return Me}let ae={};ae[i.TEXTURE_2D]=te(i.TEXTURE_2D,i.TEXTURE_2D,1),ae[i.TEXTURE_CUBE_MAP]=te(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),ae[i.TEXTURE_2D_ARRAY]=te(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),ae[i.TEXTURE_3D]=te(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),me(i.DEPTH_TEST),o.setFunc(Wo),dn(!1),Ot(Wf),me(i.CULL_FACE),$t($r);function me(F){u[F]!==!0&&(i.enable(F),u[F]=!0)}function Oe(F){u[F]!==!1&&(i.disable(F),u[F]=!1)}function Ze(F,ue){return d[F]!==ue?(i.bindFramebuffer(F,ue),d[F]=ue,F===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=ue),F===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=ue),!0):!1}function Be(F,ue){let oe=p,Ee=!1;if(F){oe=f.get(ue),oe===void 0&&(oe=[],f.set(ue,oe));let ye=F.textures;if(oe.length!==ye.length||oe[0]!==i.COLOR_ATTACHMENT0){for(let Me=0,Ye=ye.length;Me<Ye;Me++)oe[Me]=i.COLOR_ATTACHMENT0+Me;oe.length=ye.length,Ee=!0}}else oe[0]!==i.BACK&&(oe[0]=i.BACK,Ee=!0);Ee&&i.drawBuffers(oe)}function mt(F){return _!==F?(i.useProgram(F),_=F,!0):!1}let dt={[Kr]:i.FUNC_ADD,[fx]:i.FUNC_SUBTRACT,[px]:i.FUNC_REVERSE_SUBTRACT};dt[mx]=i.MIN,dt[gx]=i.MAX;let ot={[_x]:i.ZERO,[xx]:i.ONE,[yx]:i.SRC_COLOR,[$f]:i.SRC_ALPHA,[Ex]:i.SRC_ALPHA_SATURATE,[Mx]:i.DST_COLOR,[vx]:i.DST_ALPHA,[bx]:i.ONE_MINUS_SRC_COLOR,[Kf]:i.ONE_MINUS_SRC_ALPHA,[wx]:i.ONE_MINUS_DST_COLOR,[Sx]:i.ONE_MINUS_DST_ALPHA,[Tx]:i.CONSTANT_COLOR,[Ax]:i.ONE_MINUS_CONSTANT_COLOR,[Cx]:i.CONSTANT_ALPHA,[Rx]:i.ONE_MINUS_CONSTANT_ALPHA};function $t(F,ue,oe,Ee,ye,Me,Ye,nt,fe,ze){if(F===$r){m===!0&&(Oe(i.BLEND),m=!1);return}if(m===!1&&(me(i.BLEND),m=!0),F!==dx){if(F!==g||ze!==I){if((y!==Kr||C!==Kr)&&(i.blendEquation(i.FUNC_ADD),y=Kr,C=Kr),ze)switch(F){case la:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Xf:i.blendFunc(i.ONE,i.ONE);break;case Yf:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case qf:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Qe("WebGLState: Invalid blending: ",F);break}else switch(F){case la:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Xf:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Yf:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case qf:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",F);break}w=null,b=null,S=null,x=null,E.set(0,0,0),D=0,g=F,I=ze}return}ye=ye||ue,Me=Me||oe,Ye=Ye||Ee,(ue!==y||ye!==C)&&(i.blendEquationSeparate(dt[ue],dt[ye]),y=ue,C=ye),(oe!==w||Ee!==b||Me!==S||Ye!==x)&&(i.blendFuncSeparate(ot[oe],ot[Ee],ot[Me],ot[Ye]),w=oe,b=Ee,S=Me,x=Ye),(nt.equals(E)===!1||fe!==D)&&(i.blendColor(nt.r,nt.g,nt.b,fe),E.copy(nt),D=fe),g=F,I=!1}function zt(F,ue){F.side===li?Oe(i.CULL_FACE):me(i.CULL_FACE);let oe=F.side===oi;ue&&(oe=!oe),dn(oe),F.blending===la&&F.transparent===!1?$t($r):$t(F.blending,F.blendEquation,F.blendSrc,F.blendDst,F.blendEquationAlpha,F.blendSrcAlpha,F.blendDstAlpha,F.blendColor,F.blendAlpha,F.premultipliedAlpha),o.setFunc(F.depthFunc),o.setTest(F.depthTest),o.setMask(F.depthWrite),r.setMask(F.colorWrite);let Ee=F.stencilWrite;a.setTest(Ee),Ee&&(a.setMask(F.stencilWriteMask),a.setFunc(F.stencilFunc,F.stencilRef,F.stencilFuncMask),a.setOp(F.stencilFail,F.stencilZFail,F.stencilZPass)),St(F.polygonOffset,F.polygonOffsetFactor,F.polygonOffsetUnits),F.alphaToCoverage===!0?me(i.SAMPLE_ALPHA_TO_COVERAGE):Oe(i.SAMPLE_ALPHA_TO_COVERAGE)}function dn(F){N!==F&&(F?i.frontFace(i.CW):i.frontFace(i.CCW),N=F)}function Ot(F){F!==cx?(me(i.CULL_FACE),F!==B&&(F===Wf?i.cullFace(i.BACK):F===ux?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Oe(i.CULL_FACE),B=F}function Rn(F){F!==G&&(z&&i.lineWidth(F),G=F)}function St(F,ue,oe){F?(me(i.POLYGON_OFFSET_FILL),(L!==ue||H!==oe)&&(L=ue,H=oe,o.getReversed()&&(ue=-ue,oe=-oe),i.polygonOffset(ue,oe))):Oe(i.POLYGON_OFFSET_FILL)}function Sn(F){F?me(i.SCISSOR_TEST):Oe(i.SCISSOR_TEST)}function sn(F){F===void 0&&(F=i.TEXTURE0+U-1),j!==F&&(i.activeTexture(F),j=F)}function fn(F,ue,oe){oe===void 0&&(j===null?oe=i.TEXTURE0+U-1:oe=j);let Ee=Q[oe];Ee===void 0&&(Ee={type:void 0,texture:void 0},Q[oe]=Ee),(Ee.type!==F||Ee.texture!==ue)&&(j!==oe&&(i.activeTexture(oe),j=oe),i.bindTexture(F,ue||ae[F]),Ee.type=F,Ee.texture=ue)}function k(){let F=Q[j];F!==void 0&&F.type!==void 0&&(i.bindTexture(F.type,null),F.type=void 0,F.texture=void 0)}function Re(){try{i.compressedTexImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Je(){try{i.compressedTexImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function lt(){try{i.texSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function we(){try{i.texSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Ft(){try{i.compressedTexSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Xe(){try{i.compressedTexSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function je(){try{i.texStorage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function R(){try{i.texStorage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function M(){try{i.texImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function $(){try{i.texImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function pe(F){return h[F]!==void 0?h[F]:i.getParameter(F)}function he(F,ue){h[F]!==ue&&(i.pixelStorei(F,ue),h[F]=ue)}function be(F){Y.equals(F)===!1&&(i.scissor(F.x,F.y,F.z,F.w),Y.copy(F))}function ve(F){se.equals(F)===!1&&(i.viewport(F.x,F.y,F.z,F.w),se.copy(F))}function re(F,ue){let oe=l.get(ue);oe===void 0&&(oe=new WeakMap,l.set(ue,oe));let Ee=oe.get(F);Ee===void 0&&(Ee=i.getUniformBlockIndex(ue,F.name),i.uniformBlockBinding(ue,Ee,Ee),oe.set(F,Ee))}function le(F,ue,oe){let ye=l.get(ue).get(F);c[ye]!==oe&&(i.bindBufferBase(i.UNIFORM_BUFFER,ye,oe),c[ye]=oe)}function _e(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),u={},h={},j=null,Q={},d={},c={},f=new WeakMap,p=[],_=null,m=!1,g=null,y=null,w=null,b=null,C=null,S=null,x=null,E=new We(0,0,0),D=0,I=!1,N=null,B=null,G=null,L=null,H=null,Y.set(0,0,i.canvas.width,i.canvas.height),se.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:me,disable:Oe,bindFramebuffer:Ze,drawBuffers:Be,useProgram:mt,setBlending:$t,setMaterial:zt,setFlipSided:dn,setCullFace:Ot,setLineWidth:Rn,setPolygonOffset:St,setScissorTest:Sn,activeTexture:sn,bindTexture:fn,unbindTexture:k,compressedTexImage2D:Re,compressedTexImage3D:Je,texImage2D:M,texImage3D:$,pixelStorei:he,getParameter:pe,updateUBOMapping:re,uniformBlockBinding:le,texStorage2D:je,texStorage3D:R,texSubImage2D:lt,texSubImage3D:we,compressedTexSubImage2D:Ft,compressedTexSubImage3D:Xe,scissor:be,viewport:ve,reset:_e}}function FC(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,c=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),l=new He,u=new WeakMap,h=new Set,d,f=new WeakMap,p=new Set,_=new FinalizationRegistry(R=>p.delete(R)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,M){return m?new OffscreenCanvas(R,M):Yo("canvas")}function y(R,M,$){let pe=1,he=je(R);if((he.width>$||he.height>$)&&(pe=$/Math.max(he.width,he.height)),pe<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let be=Math.floor(pe*he.width),ve=Math.floor(pe*he.height);d===void 0&&(d=g(be,ve));let re=M?g(be,ve):d;return re.width=be,re.height=ve,re.getContext("2d").drawImage(R,0,0,be,ve),$e("WebGLRenderer: Texture has been resized from ("+he.width+"x"+he.height+") to ("+be+"x"+ve+")."),re}else return"data"in R&&$e("WebGLRenderer: Image in DataTexture is too big ("+he.width+"x"+he.height+")."),R;return R}function w(R){return R.generateMipmaps}function b(R){i.generateMipmap(R)}function C(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function S(R,M,$,pe,he,be=!1){if(R!==null){if(i[R]!==void 0)return i[R];$e("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let ve;pe&&(ve=e.get("EXT_texture_norm16"),ve||$e("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let re=M;if(M===i.RED&&($===i.FLOAT&&(re=i.R32F),$===i.HALF_FLOAT&&(re=i.R16F),$===i.UNSIGNED_BYTE&&(re=i.R8),$===i.UNSIGNED_SHORT&&ve&&(re=ve.R16_EXT),$===i.SHORT&&ve&&(re=ve.R16_SNORM_EXT)),M===i.RED_INTEGER&&($===i.UNSIGNED_BYTE&&(re=i.R8UI),$===i.UNSIGNED_SHORT&&(re=i.R16UI),$===i.UNSIGNED_INT&&(re=i.R32UI),$===i.BYTE&&(re=i.R8I),$===i.SHORT&&(re=i.R16I),$===i.INT&&(re=i.R32I)),M===i.RG&&($===i.FLOAT&&(re=i.RG32F),$===i.HALF_FLOAT&&(re=i.RG16F),$===i.UNSIGNED_BYTE&&(re=i.RG8),$===i.UNSIGNED_SHORT&&ve&&(re=ve.RG16_EXT),$===i.SHORT&&ve&&(re=ve.RG16_SNORM_EXT)),M===i.RG_INTEGER&&($===i.UNSIGNED_BYTE&&(re=i.RG8UI),$===i.UNSIGNED_SHORT&&(re=i.RG16UI),$===i.UNSIGNED_INT&&(re=i.RG32UI),$===i.BYTE&&(re=i.RG8I),$===i.SHORT&&(re=i.RG16I),$===i.INT&&(re=i.RG32I)),M===i.RGB_INTEGER&&($===i.UNSIGNED_BYTE&&(re=i.RGB8UI),$===i.UNSIGNED_SHORT&&(re=i.RGB16UI),$===i.UNSIGNED_INT&&(re=i.RGB32UI),$===i.BYTE&&(re=i.RGB8I),$===i.SHORT&&(re=i.RGB16I),$===i.INT&&(re=i.RGB32I)),M===i.RGBA_INTEGER&&($===i.UNSIGNED_BYTE&&(re=i.RGBA8UI),$===i.UNSIGNED_SHORT&&(re=i.RGBA16UI),$===i.UNSIGNED_INT&&(re=i.RGBA32UI),$===i.BYTE&&(re=i.RGBA8I),$===i.SHORT&&(re=i.RGBA16I),$===i.INT&&(re=i.RGBA32I)),M===i.RGB&&($===i.UNSIGNED_SHORT&&ve&&(re=ve.RGB16_EXT),$===i.SHORT&&ve&&(re=ve.RGB16_SNORM_EXT),$===i.UNSIGNED_INT_5_9_9_9_REV&&(re=i.RGB9_E5),$===i.UNSIGNED_INT_10F_11F_11F_REV&&(re=i.R11F_G11F_B10F)),M===i.RGBA){let le=be?Za:ut.getTransfer(he);$===i.FLOAT&&(re=i.RGBA32F),$===i.HALF_FLOAT&&(re=i.RGBA16F),$===i.UNSIGNED_BYTE&&(re=le===It?i.SRGB8_ALPHA8:i.RGBA8),$===i.UNSIGNED_SHORT&&ve&&(re=ve.RGBA16_EXT),$===i.SHORT&&ve&&(re=ve.RGBA16_SNORM_EXT),$===i.UNSIGNED_SHORT_4_4_4_4&&(re=i.RGBA4),$===i.UNSIGNED_SHORT_5_5_5_1&&(re=i.RGB5_A1)}return(re===i.R16F||re===i.R32F||re===i.RG16F||re===i.RG32F||re===i.RGBA16F||re===i.RGBA32F)&&e.get("EXT_color_buffer_float"),re}function x(R,M){let $;return R?M===null||M===Zi||M===Zr?$=i.DEPTH24_STENCIL8:M===Di?$=i.DEPTH32F_STENCIL8:M===ua&&($=i.DEPTH24_STENCIL8,$e("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Zi||M===Zr?$=i.DEPTH_COMPONENT24:M===Di?$=i.DEPTH_COMPONENT32F:M===ua&&($=i.DEPTH_COMPONENT16),$}function E(R,M){return w(R)===!0||R.isFramebufferTexture&&R.minFilter!==Fn&&R.minFilter!==On?Math.log2(Math.max(M.width,M.height))+1:R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?M.mipmaps.length:1}function D(R){let M=new WeakRef(R);n.get(R).__ref=M,p.add(M),_.register(R,M,M)}function I(R){let M=n.get(R).__ref;M!==void 0&&(p.delete(M),_.unregister(M))}function N(R){G(R.target)}function B(R){L(R.target)}function G(R){R.removeEventListener("dispose",N),I(R),U(R),R.isVideoTexture&&u.delete(R),R.isHTMLTexture&&h.delete(R)}function L(R){R.removeEventListener("dispose",B),I(R),ne(R)}function H(){for(let R of p){let M=R.deref();M!==void 0&&(M.isRenderTarget===!0?L(M):G(M))}p.clear(),h.clear()}function U(R){let M=n.get(R);if(M.__webglInit===void 0)return;let $=R.source,pe=f.get($);if(pe){let he=pe[M.__cacheKey];he.usedTimes--,he.usedTimes===0&&z(R),Object.keys(pe).length===0&&f.delete($)}n.remove(R)}function z(R){let M=n.get(R);i.deleteTexture(M.__webglTexture);let $=R.source,pe=f.get($);delete pe[M.__cacheKey],o.memory.textures--}function ne(R){let M=n.get(R);M.__depthDisposeCallback&&M.__depthDisposeCallback();let $=R.depthTexture;if($&&$.renderTarget===R&&G($),R.isWebGLCubeRenderTarget)for(let he=0;he<6;he++){if(Array.isArray(M.__webglFramebuffer[he]))for(let be=0;be<M.__webglFramebuffer[he].length;be++)i.deleteFramebuffer(M.__webglFramebuffer[he][be]);else i.deleteFramebuffer(M.__webglFramebuffer[he]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[he])}else{if(Array.isArray(M.__webglFramebuffer))for(let he=0;he<M.__webglFramebuffer.length;he++)i.deleteFramebuffer(M.__webglFramebuffer[he]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let he=0;he<M.__webglColorRenderbuffer.length;he++)M.__webglColorRenderbuffer[he]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[he]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let pe=R.textures;for(let he=0,be=pe.length;he<be;he++){let ve=n.get(pe[he]);ve.__webglTexture&&(i.deleteTexture(ve.__webglTexture),o.memory.textures--),n.remove(pe[he])}n.remove(R)}let q=0;function j(){q=0}function Q(){return q}function ce(R){q=R}function ie(){let R=q;return R>=s.maxTextures&&$e("WebGLTextures: Trying to use "+(R+1)+" texture units while this GPU supports only "+s.maxTextures),q+=1,R}function Y(R){let M=[];return M.push(R.wrapS),M.push(R.wrapT),M.push(R.wrapR||0),M.push(R.magFilter),M.push(R.minFilter),M.push(R.anisotropy),M.push(R.internalFormat),M.push(R.format),M.push(R.type),M.push(R.generateMipmaps),M.push(R.mipmapsAutoUpdate),M.push(R.premultiplyAlpha),M.push(R.flipY),M.push(R.unpackAlignment),M.push(R.colorSpace),M.join()}function se(R,M){let $=n.get(R);if(R.isVideoTexture&&Ft(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&$.__version!==R.version){let pe=R.image;if(pe===null)$e("WebGLRenderer: Texture marked for update but no image data found.");else if(pe.complete===!1)$e("WebGLRenderer: Texture marked for update but image is incomplete");else{zt($,R,M);return}}else R.isExternalTexture&&($.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,$.__webglTexture,i.TEXTURE0+M)}function te(R,M){let $=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&$.__version!==R.version){zt($,R,M);return}else R.isExternalTexture&&($.__webglTexture=R.sourceTexture?R.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,$.__webglTexture,i.TEXTURE0+M)}function ae(R,M){let $=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&$.__version!==R.version){zt($,R,M);return}t.bindTexture(i.TEXTURE_3D,$.__webglTexture,i.TEXTURE0+M)}function me(R,M){let $=n.get(R);if(R.version>0&&$.__version!==R.version){dn($,R,M);return}t.bindTexture(i.TEXTURE_CUBE_MAP,$.__webglTexture,i.TEXTURE0+M)}let Oe={[Bs]:i.REPEAT,[si]:i.CLAMP_TO_EDGE,[xu]:i.MIRRORED_REPEAT},Ze={[Fn]:i.NEAREST,[Lx]:i.NEAREST_MIPMAP_NEAREST,[Pl]:i.NEAREST_MIPMAP_LINEAR,[On]:i.LINEAR,[Bu]:i.LINEAR_MIPMAP_NEAREST,[Li]:i.LINEAR_MIPMAP_LINEAR},Be={[kx]:i.NEVER,[fp]:i.ALWAYS,[Bx]:i.LESS,[hp]:i.LEQUAL,[zx]:i.EQUAL,[dp]:i.GEQUAL,[Vx]:i.GREATER,[Gx]:i.NOTEQUAL};function mt(R,M){if(M.type===Di&&e.has("OES_texture_float_linear")===!1&&(M.magFilter===On||M.magFilter===Bu||M.magFilter===Pl||M.magFilter===Li||M.minFilter===On||M.minFilter===Bu||M.minFilter===Pl||M.minFilter===Li)&&$e("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,Oe[M.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,Oe[M.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,Oe[M.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,Ze[M.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,Ze[M.minFilter]),M.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,Be[M.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Fn||M.minFilter!==Pl&&M.minFilter!==Li||M.type===Di&&e.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let $=e.get("EXT_texture_filter_anisotropic");i.texParameterf(R,$.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function dt(R,M){let $=!1;R.__webglInit===void 0&&(R.__webglInit=!0,M.addEventListener("dispose",N),D(M));let pe=M.source,he=f.get(pe);he===void 0&&(he={},f.set(pe,he));let be=Y(M);if(be!==R.__cacheKey){he[be]===void 0&&(he[be]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,$=!0),he[be].usedTimes++;let ve=he[R.__cacheKey];ve!==void 0&&(he[R.__cacheKey].usedTimes--,ve.usedTimes===0&&z(M)),R.__cacheKey=be,R.__webglTexture=he[be].texture}return $}function ot(R,M,$){return Math.floor(Math.floor(R/$)/M)}function $t(R,M,$,pe){let be=R.updateRanges;if(be.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,$,pe,M.data);else{be.sort((F,ue)=>F.start-ue.start);let ve=0;for(let F=1;F<be.length;F++){let ue=be[ve],oe=be[F],Ee=ue.start+ue.count,ye=ot(oe.start,M.width,4),Me=ot(ue.start,M.width,4);oe.start<=Ee+1&&ye===Me&&ot(oe.start+oe.count-1,M.width,4)===ye?ue.count=Math.max(ue.count,oe.start+oe.count-ue.start):(++ve,be[ve]=oe)}be.length=ve+1;let re=t.getParameter(i.UNPACK_ROW_LENGTH),le=t.getParameter(i.UNPACK_SKIP_PIXELS),_e=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let F=0,ue=be.length;F<ue;F++){let oe=be[F],Ee=Math.floor(oe.start/4),ye=Math.ceil(oe.count/4),Me=Ee%M.width,Ye=Math.floor(Ee/M.width),nt=ye,fe=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,Me),t.pixelStorei(i.UNPACK_SKIP_ROWS,Ye),t.texSubImage2D(i.TEXTURE_2D,0,Me,Ye,nt,fe,$,pe,M.data)}R.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,re),t.pixelStorei(i.UNPACK_SKIP_PIXELS,le),t.pixelStorei(i.UNPACK_SKIP_ROWS,_e)}}function zt(R,M,$){let pe=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(pe=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(pe=i.TEXTURE_3D);let he=dt(R,M),be=M.source;t.bindTexture(pe,R.__webglTexture,i.TEXTURE0+$);let ve=n.get(be);if(be.version!==ve.__version||he===!0){if(t.activeTexture(i.TEXTURE0+$),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let fe=ut.getPrimaries(ut.workingColorSpace),ze=M.colorSpace===qs?null:ut.getPrimaries(M.colorSpace),it=M.colorSpace===qs||fe===ze?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it)}t.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let le=y(M.image,!1,s.maxTextureSize);le=Xe(M,le);let _e=r.convert(M.format,M.colorSpace),F=r.convert(M.type),ue=S(M.internalFormat,_e,F,M.normalized,M.colorSpace,M.isVideoTexture);mt(pe,M);let oe,Ee=M.mipmaps,ye=M.isVideoTexture!==!0,Me=ve.__version===void 0||he===!0,Ye=be.dataReady,nt=E(M,le);if(M.isDepthTexture)ue=x(M.format===Ys,M.type),Me&&(ye?t.texStorage2D(i.TEXTURE_2D,1,ue,le.width,le.height):t.texImage2D(i.TEXTURE_2D,0,ue,le.width,le.height,0,_e,F,null));else if(M.isDataTexture)if(Ee.length>0){ye&&Me&&t.texStorage2D(i.TEXTURE_2D,nt,ue,Ee[0].width,Ee[0].height);for(let fe=0,ze=Ee.length;fe<ze;fe++)oe=Ee[fe],ye?Ye&&t.texSubImage2D(i.TEXTURE_2D,fe,0,0,oe.width,oe.height,_e,F,oe.data):t.texImage2D(i.TEXTURE_2D,fe,ue,oe.width,oe.height,0,_e,F,oe.data);M.generateMipmaps=!1}else ye?(Me&&t.texStorage2D(i.TEXTURE_2D,nt,ue,le.width,le.height),Ye&&$t(M,le,_e,F)):t.texImage2D(i.TEXTURE_2D,0,ue,le.width,le.height,0,_e,F,le.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){ye&&Me&&t.texStorage3D(i.TEXTURE_2D_ARRAY,nt,ue,Ee[0].width,Ee[0].height,le.depth);for(let fe=0,ze=Ee.length;fe<ze;fe++)if(oe=Ee[fe],M.format!==Oi)if(_e!==null)if(ye){if(Ye)if(M.layerUpdates.size>0){let it=Mp(oe.width,oe.height,M.format,M.type);for(let Ce of M.layerUpdates){let ct=oe.data.subarray(Ce*it/oe.data.BYTES_PER_ELEMENT,(Ce+1)*it/oe.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,fe,0,0,Ce,oe.width,oe.height,1,_e,ct)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,fe,0,0,0,oe.width,oe.height,le.depth,_e,oe.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,fe,ue,oe.width,oe.height,le.depth,0,oe.data,0,0);else $e("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ye?Ye&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,fe,0,0,0,oe.width,oe.height,le.depth,_e,F,oe.data):t.texImage3D(i.TEXTURE_2D_ARRAY,fe,ue,oe.width,oe.height,le.depth,0,_e,F,oe.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{ye&&Me&&t.texStorage2D(i.TEXTURE_2D,nt,ue,Ee[0].width,Ee[0].height);for(let fe=0,ze=Ee.length;fe<ze;fe++)oe=Ee[fe],M.format!==Oi?_e!==null?ye?Ye&&t.compressedTexSubImage2D(i.TEXTURE_2D,fe,0,0,oe.width,oe.height,_e,oe.data):t.compressedTexImage2D(i.TEXTURE_2D,fe,ue,oe.width,oe.height,0,oe.data):$e("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ye?Ye&&t.texSubImage2D(i.TEXTURE_2D,fe,0,0,oe.width,oe.height,_e,F,oe.data):t.texImage2D(i.TEXTURE_2D,fe,ue,oe.width,oe.height,0,_e,F,oe.data)}else if(M.isDataArrayTexture)if(ye){if(Me&&t.texStorage3D(i.TEXTURE_2D_ARRAY,nt,ue,le.width,le.height,le.depth),Ye)if(M.layerUpdates.size>0){let fe=Mp(le.width,le.height,M.format,M.type);for(let ze of M.layerUpdates){let it=le.data.subarray(ze*fe/le.data.BYTES_PER_ELEMENT,(ze+1)*fe/le.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,ze,le.width,le.height,1,_e,F,it)}M.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,le.width,le.height,le.depth,_e,F,le.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,ue,le.width,le.height,le.depth,0,_e,F,le.data);else if(M.isData3DTexture)ye?(Me&&t.texStorage3D(i.TEXTURE_3D,nt,ue,le.width,le.height,le.depth),Ye&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,le.width,le.height,le.depth,_e,F,le.data)):t.texImage3D(i.TEXTURE_3D,0,ue,le.width,le.height,le.depth,0,_e,F,le.data);else if(M.isFramebufferTexture){if(Me)if(ye)t.texStorage2D(i.TEXTURE_2D,nt,ue,le.width,le.height);else{let fe=le.width,ze=le.height;for(let it=0;it<nt;it++)t.texImage2D(i.TEXTURE_2D,it,ue,fe,ze,0,_e,F,null),fe>>=1,ze>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let fe=i.canvas;if(fe.hasAttribute("layoutsubtree")||fe.setAttribute("layoutsubtree","true"),le.parentNode!==fe){fe.appendChild(le),h.add(M),fe.onpaint=ze=>{let it=ze.changedElements;for(let Ce of h)it.includes(Ce.image)&&(Ce.needsUpdate=!0)},fe.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,le);else{let it=i.RGBA,Ce=i.RGBA,ct=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,it,Ce,ct,le)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Ee.length>0){if(ye&&Me){let fe=je(Ee[0]);t.texStorage2D(i.TEXTURE_2D,nt,ue,fe.width,fe.height)}for(let fe=0,ze=Ee.length;fe<ze;fe++)oe=Ee[fe],ye?Ye&&t.texSubImage2D(i.TEXTURE_2D,fe,0,0,_e,F,oe):t.texImage2D(i.TEXTURE_2D,fe,ue,_e,F,oe);M.generateMipmaps=!1}else if(ye){if(Me){let fe=je(le);t.texStorage2D(i.TEXTURE_2D,nt,ue,fe.width,fe.height)}Ye&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,_e,F,le)}else t.texImage2D(i.TEXTURE_2D,0,ue,_e,F,le);w(M)&&M.mipmapsAutoUpdate===!0&&b(pe),ve.__version=be.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function dn(R,M,$){if(M.image.length!==6)return;let pe=dt(R,M),he=M.source;t.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+$);let be=n.get(he);if(he.version!==be.__version||pe===!0){t.activeTexture(i.TEXTURE0+$);let ve=ut.getPrimaries(ut.workingColorSpace),re=M.colorSpace===qs?null:ut.getPrimaries(M.colorSpace),le=M.colorSpace===qs||ve===re?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,le);let _e=M.isCompressedTexture||M.image[0].isCompressedTexture,F=M.image[0]&&M.image[0].isDataTexture,ue=[];for(let Ce=0;Ce<6;Ce++)!_e&&!F?ue[Ce]=y(M.image[Ce],!0,s.maxCubemapSize):ue[Ce]=F?M.image[Ce].image:M.image[Ce],ue[Ce]=Xe(M,ue[Ce]);let oe=ue[0],Ee=r.convert(M.format,M.colorSpace),ye=r.convert(M.type),Me=S(M.internalFormat,Ee,ye,M.normalized,M.colorSpace),Ye=M.isVideoTexture!==!0,nt=be.__version===void 0||pe===!0,fe=he.dataReady,ze=E(M,oe);mt(i.TEXTURE_CUBE_MAP,M);let it;if(M.isDepthTexture){if(Me=x(M.format===Ys,M.type),nt)if(Ye)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,Me,oe.width,oe.height);else for(let Ce=0;Ce<6;Ce++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,Me,oe.width,oe.height,0,Ee,ye,null)}else if(_e){Ye&&nt&&t.texStorage2D(i.TEXTURE_CUBE_MAP,ze,Me,oe.width,oe.height);for(let Ce=0;Ce<6;Ce++){it=ue[Ce].mipmaps;for(let ct=0;ct<it.length;ct++){let Vt=it[ct];M.format!==Oi?Ee!==null?Ye?fe&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct,0,0,Vt.width,Vt.height,Ee,Vt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct,Me,Vt.width,Vt.height,0,Vt.data):$e("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ye?fe&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct,0,0,Vt.width,Vt.height,Ee,ye,Vt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct,Me,Vt.width,Vt.height,0,Ee,ye,Vt.data)}}}else{if(it=M.mipmaps,Ye&&nt){it.length>0&&ze++;let Ce=je(ue[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,ze,Me,Ce.width,Ce.height)}for(let Ce=0;Ce<6;Ce++)if(F){Ye?fe&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,ue[Ce].width,ue[Ce].height,Ee,ye,ue[Ce].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,Me,ue[Ce].width,ue[Ce].height,0,Ee,ye,ue[Ce].data);for(let ct=0;ct<it.length;ct++){let jn=it[ct].image[Ce].image;Ye?fe&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct+1,0,0,jn.width,jn.height,Ee,ye,jn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct+1,Me,jn.width,jn.height,0,Ee,ye,jn.data)}}else{Ye?fe&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,0,0,Ee,ye,ue[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,0,Me,Ee,ye,ue[Ce]);for(let ct=0;ct<it.length;ct++){let Vt=it[ct];Ye?fe&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct+1,0,0,Ee,ye,Vt.image[Ce]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Ce,ct+1,Me,Ee,ye,Vt.image[Ce])}}}w(M)&&M.mipmapsAutoUpdate===!0&&b(i.TEXTURE_CUBE_MAP),be.__version=he.version,M.onUpdate&&M.onUpdate(M)}R.__version=M.version}function Ot(R,M,$,pe,he,be){let ve=r.convert($.format,$.colorSpace),re=r.convert($.type),le=S($.internalFormat,ve,re,$.normalized,$.colorSpace),_e=n.get(M),F=n.get($);if(F.__renderTarget=M,!_e.__hasExternalTextures){let ue=Math.max(1,M.width>>be),oe=Math.max(1,M.height>>be);he===i.TEXTURE_3D||he===i.TEXTURE_2D_ARRAY?t.texImage3D(he,be,le,ue,oe,M.depth,0,ve,re,null):t.texImage2D(he,be,le,ue,oe,0,ve,re,null)}t.bindFramebuffer(i.FRAMEBUFFER,R),we(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,he,F.__webglTexture,0,lt(M)):(he===i.TEXTURE_2D||he>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&he<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,pe,he,F.__webglTexture,be),t.bindFramebuffer(i.FRAMEBUFFER,null)}function Rn(R,M,$){if(i.bindRenderbuffer(i.RENDERBUFFER,R),M.depthBuffer){let pe=M.depthTexture,he=pe&&pe.isDepthTexture?pe.type:null,be=x(M.stencilBuffer,he),ve=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;we(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,lt(M),be,M.width,M.height):$?i.renderbufferStorageMultisample(i.RENDERBUFFER,lt(M),be,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,be,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,ve,i.RENDERBUFFER,R)}else{let pe=M.textures;for(let he=0;he<pe.length;he++){let be=pe[he],ve=r.convert(be.format,be.colorSpace),re=r.convert(be.type),le=S(be.internalFormat,ve,re,be.normalized,be.colorSpace);we(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,lt(M),le,M.width,M.height):$?i.renderbufferStorageMultisample(i.RENDERBUFFER,lt(M),le,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,le,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function St(R,M,$){let pe=M.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,R),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let he=n.get(M.depthTexture);he.__renderTarget=M;let be=pe?M.depthTexture.image[0]:M.depthTexture.image;(!he.__webglTexture||be.width!==M.width||be.height!==M.height)&&(be.width=M.width,be.height=M.height,M.depthTexture.needsUpdate=!0),pe?me(M.depthTexture,0):se(M.depthTexture,0);let ve=he.__webglTexture,re=lt(M),le=pe?i.TEXTURE_CUBE_MAP_POSITIVE_X+$:i.TEXTURE_2D,_e=M.depthTexture.format===Ys?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===zs)we(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,_e,le,ve,0,re):i.framebufferTexture2D(i.FRAMEBUFFER,_e,le,ve,0);else if(M.depthTexture.format===Ys)we(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,_e,le,ve,0,re):i.framebufferTexture2D(i.FRAMEBUFFER,_e,le,ve,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function Sn(R){let M=n.get(R),$=R.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==R.depthTexture){let pe=R.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),pe){let he=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,pe.removeEventListener("dispose",he)};pe.addEventListener("dispose",he),M.__depthDisposeCallback=he}M.__boundDepthTexture=pe}if(R.depthTexture&&!M.__autoAllocateDepthBuffer)if($)for(let pe=0;pe<6;pe++)St(M.__webglFramebuffer[pe],R,pe);else R.texture.mipmaps.length>0?St(M.__webglFramebuffer[0],R,0):St(M.__webglFramebuffer,R,0);else if($){M.__webglDepthbuffer=[];for(let pe=0;pe<6;pe++)if(t.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[pe]),M.__webglDepthbuffer[pe]===void 0)M.__webglDepthbuffer[pe]=i.createRenderbuffer(),Rn(M.__webglDepthbuffer[pe],R,!1);else{let he=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,be=M.__webglDepthbuffer[pe];i.bindRenderbuffer(i.RENDERBUFFER,be),i.framebufferRenderbuffer(i.FRAMEBUFFER,he,i.RENDERBUFFER,be)}}else if(R.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),Rn(M.__webglDepthbuffer,R,!1);else{let he=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,be=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,be),i.framebufferRenderbuffer(i.FRAMEBUFFER,he,i.RENDERBUFFER,be)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function sn(R,M,$){let pe=n.get(R);M!==void 0&&Ot(pe.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),$!==void 0&&Sn(R)}function fn(R){let M=R.texture,$=n.get(R),pe=n.get(M);R.addEventListener("dispose",B),D(R);let he=R.textures,be=R.isWebGLCubeRenderTarget===!0,ve=he.length>1;if(ve||(pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture()),pe.__version=M.version,o.memory.textures++),be){$.__webglFramebuffer=[];for(let re=0;re<6;re++)if(M.mipmaps.length>0){$.__webglFramebuffer[re]=[];for(let le=0;le<M.mipmaps.length;le++)$.__webglFramebuffer[re][le]=i.createFramebuffer()}else $.__webglFramebuffer[re]=i.createFramebuffer()}else{if(M.mipmaps.length>0){$.__webglFramebuffer=[];for(let re=0;re<M.mipmaps.length;re++)$.__webglFramebuffer[re]=i.createFramebuffer()}else $.__webglFramebuffer=i.createFramebuffer();if(ve)for(let re=0,le=he.length;re<le;re++){let _e=n.get(he[re]);_e.__webglTexture===void 0&&(_e.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&we(R)===!1){$.__webglMultisampledFramebuffer=i.createFramebuffer(),$.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,$.__webglMultisampledFramebuffer);for(let re=0;re<he.length;re++){let le=he[re];$.__webglColorRenderbuffer[re]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,$.__webglColorRenderbuffer[re]);let _e=r.convert(le.format,le.colorSpace),F=r.convert(le.type),ue=S(le.internalFormat,_e,F,le.normalized,le.colorSpace,R.isXRRenderTarget===!0),oe=lt(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,oe,ue,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+re,i.RENDERBUFFER,$.__webglColorRenderbuffer[re])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&($.__webglDepthRenderbuffer=i.createRenderbuffer(),Rn($.__webglDepthRenderbuffer,R,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(be){t.bindTexture(i.TEXTURE_CUBE_MAP,pe.__webglTexture),mt(i.TEXTURE_CUBE_MAP,M);for(let re=0;re<6;re++)if(M.mipmaps.length>0)for(let le=0;le<M.mipmaps.length;le++)Ot($.__webglFramebuffer[re][le],R,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+re,le);else Ot($.__webglFramebuffer[re],R,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+re,0);w(M)?b(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}else if(ve){for(let re=0,le=he.length;re<le;re++){let _e=he[re],F=n.get(_e),ue=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(ue=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(ue,F.__webglTexture),mt(ue,_e),Ot($.__webglFramebuffer,R,_e,i.COLOR_ATTACHMENT0+re,ue,0),w(_e)&&b(ue)}t.unbindTexture()}else{let re=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(re=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(re,pe.__webglTexture),mt(re,M),M.mipmaps.length>0)for(let le=0;le<M.mipmaps.length;le++)Ot($.__webglFramebuffer[le],R,M,i.COLOR_ATTACHMENT0,re,le);else Ot($.__webglFramebuffer,R,M,i.COLOR_ATTACHMENT0,re,0);w(M)?b(re):M.mipmaps.length>0&&i.texParameteri(re,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),t.unbindTexture()}R.depthBuffer&&Sn(R)}function k(R){let M=R.textures;for(let $=0,pe=M.length;$<pe;$++){let he=M[$];if(w(he)&&he.mipmapsAutoUpdate===!0){let be=C(R),ve=n.get(he).__webglTexture;t.bindTexture(be,ve),b(be),t.unbindTexture()}}}let Re=[];function Je(R){if(R.samples>0){if(we(R)===!1){let M=R.textures,$=R.width,pe=R.height,he=i.COLOR_BUFFER_BIT,be=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ve=n.get(R),re=M.length>1;if(re)for(let _e=0;_e<M.length;_e++)t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,ve.__webglMultisampledFramebuffer),R.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglFramebuffer);for(let _e=0;_e<M.length;_e++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(he|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(he|=i.STENCIL_BUFFER_BIT)),re){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,ve.__webglColorRenderbuffer[_e]);let F=n.get(M[_e]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,F,0)}i.blitFramebuffer(0,0,$,pe,0,0,$,pe,he,i.NEAREST),c===!0&&(Re.length=0,Re.push(i.COLOR_ATTACHMENT0+_e),R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&Re.push(be),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Re))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),re)for(let _e=0;_e<M.length;_e++){t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.RENDERBUFFER,ve.__webglColorRenderbuffer[_e]);let F=n.get(M[_e]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+_e,i.TEXTURE_2D,F,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.storeMultisampledDepthBuffer===!1&&c){let M=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function lt(R){return Math.min(s.maxSamples,R.samples)}function we(R){let M=n.get(R);return R.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ft(R){let M=o.render.frame;u.get(R)!==M&&(u.set(R,M),R.update())}function Xe(R,M){let $=R.colorSpace,pe=R.format,he=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||$!==ja&&$!==qs&&(ut.getTransfer($)===It?(pe!==Oi||he!==ci)&&$e("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",$)),M}function je(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(l.width=R.naturalWidth||R.width,l.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(l.width=R.displayWidth,l.height=R.displayHeight):(l.width=R.width,l.height=R.height),l}this.allocateTextureUnit=ie,this.resetTextureUnits=j,this.getTextureUnits=Q,this.setTextureUnits=ce,this.setTexture2D=se,this.setTexture2DArray=te,this.setTexture3D=ae,this.setTextureCube=me,this.rebindTextures=sn,this.setupRenderTarget=fn,this.updateRenderTargetMipmap=k,this.updateMultisampleRenderTarget=Je,this.setupDepthRenderbuffer=Sn,this.setupFrameBufferTexture=Ot,this.useMultisampledRTT=we,this.dispose=H}function kC(i,e){function t(n,s=qs){let r,o=ut.getTransfer(s);if(n===ci)return i.UNSIGNED_BYTE;if(n===Vu)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Gu)return i.UNSIGNED_SHORT_5_5_5_1;if(n===op)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===ap)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===sp)return i.BYTE;if(n===rp)return i.SHORT;if(n===ua)return i.UNSIGNED_SHORT;if(n===zu)return i.INT;if(n===Zi)return i.UNSIGNED_INT;if(n===Di)return i.FLOAT;if(n===Ji)return i.HALF_FLOAT;if(n===lp)return i.ALPHA;if(n===cp)return i.RGB;if(n===Oi)return i.RGBA;if(n===zs)return i.DEPTH_COMPONENT;if(n===Ys)return i.DEPTH_STENCIL;if(n===up)return i.RED;if(n===Hu)return i.RED_INTEGER;if(n===gr)return i.RG;if(n===Wu)return i.RG_INTEGER;if(n===Xu)return i.RGBA_INTEGER;if(n===Ll||n===Dl||n===Ol||n===Ul)if(o===It)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Ll)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Dl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ol)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Ul)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Ll)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Dl)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ol)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Ul)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Yu||n===qu||n===$u||n===Ku)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Yu)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===qu)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===$u)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Ku)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===ju||n===Zu||n===Ju||n===Qu||n===eh||n===Fl||n===th)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===ju||n===Zu)return o===It?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Ju)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Qu)return r.COMPRESSED_R11_EAC;if(n===eh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Fl)return r.COMPRESSED_RG11_EAC;if(n===th)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===nh||n===ih||n===sh||n===rh||n===oh||n===ah||n===lh||n===ch||n===uh||n===hh||n===dh||n===fh||n===ph||n===mh)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===nh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===ih)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===sh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===rh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===oh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===ah)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===lh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===ch)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===uh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===hh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===dh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===fh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===ph)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===mh)return o===It?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===gh||n===_h||n===xh)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===gh)return o===It?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===_h)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===xh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===yh||n===bh||n===kl||n===vh)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===yh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===bh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===kl)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===vh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Zr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var BC=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,zC=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,Pp=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new ul(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new fs({vertexShader:BC,fragmentShader:zC,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new nn(new ml(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Lp=class extends $i{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",c=1,l=null,u=null,h=null,d=null,f=null,p=null,_=typeof XRWebGLBinding<"u",m=new Pp,g={},y=t.getContextAttributes(),w=null,b=null,C=[],S=[],x=new He,E=null,D=null,I=new bn;I.viewport=new Dt;let N=new bn;N.viewport=new Dt;let B=[I,N],G=new Uu,L=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Y){let se=C[Y];return se===void 0&&(se=new jo,C[Y]=se),se.getTargetRaySpace()},this.getControllerGrip=function(Y){let se=C[Y];return se===void 0&&(se=new jo,C[Y]=se),se.getGripSpace()},this.getHand=function(Y){let se=C[Y];return se===void 0&&(se=new jo,C[Y]=se),se.getHandSpace()};function U(Y){let se=S.indexOf(Y.inputSource);if(se===-1)return;let te=C[se];te!==void 0&&(te.update(Y.inputSource,Y.frame,l||o),te.dispatchEvent({type:Y.type,data:Y.inputSource}))}function z(){s.removeEventListener("select",U),s.removeEventListener("selectstart",U),s.removeEventListener("selectend",U),s.removeEventListener("squeeze",U),s.removeEventListener("squeezestart",U),s.removeEventListener("squeezeend",U),s.removeEventListener("end",z),s.removeEventListener("inputsourceschange",ne);for(let Y=0;Y<C.length;Y++){let se=S[Y];se!==null&&(S[Y]=null,C[Y].disconnect(se))}L=null,H=null,m.reset();for(let Y in g)delete g[Y];if(e.setRenderTarget(w),f=null,d=null,h=null,s=null,b=null,ie.stop(),n.isPresenting=!1,e.setPixelRatio(E),e.setSize(x.width,x.height,!1),D!==null){let Y=D.camera;Y.fov=D.fov,Y.zoom=D.zoom,Y.updateProjectionMatrix(),D=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Y){r=Y,n.isPresenting===!0&&$e("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Y){a=Y,n.isPresenting===!0&&$e("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return l||o},this.setReferenceSpace=function(Y){l=Y},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return h===null&&_&&(h=new XRWebGLBinding(s,t)),h},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(Y){if(s=Y,s!==null){if(w=e.getRenderTarget(),s.addEventListener("select",U),s.addEventListener("selectstart",U),s.addEventListener("selectend",U),s.addEventListener("squeeze",U),s.addEventListener("squeezestart",U),s.addEventListener("squeezeend",U),s.addEventListener("end",z),s.addEventListener("inputsourceschange",ne),y.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(x),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let te=null,ae=null,me=null;y.depth&&(me=y.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,te=y.stencil?Ys:zs,ae=y.stencil?Zr:Zi);let Oe={colorFormat:t.RGBA8,depthFormat:me,scaleFactor:r};h=this.getBinding(),d=h.createProjectionLayer(Oe),s.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),b=new Mi(d.textureWidth,d.textureHeight,{format:Oi,type:ci,depthTexture:new Gs(d.textureWidth,d.textureHeight,ae,void 0,void 0,void 0,void 0,void 0,void 0,te),stencilBuffer:y.stencil,colorSpace:e.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let te={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,te),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),b=new Mi(f.framebufferWidth,f.framebufferHeight,{format:Oi,type:ci,colorSpace:e.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}b.isXRRenderTarget=!0,this.setFoveation(c),l=null,o=await s.requestReferenceSpace(a),ie.setContext(s),ie.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ne(Y){for(let se=0;se<Y.removed.length;se++){let te=Y.removed[se],ae=S.indexOf(te);ae>=0&&(S[ae]=null,C[ae].disconnect(te))}for(let se=0;se<Y.added.length;se++){let te=Y.added[se],ae=S.indexOf(te);if(ae===-1){for(let Oe=0;Oe<C.length;Oe++)if(Oe>=S.length){S.push(te),ae=Oe;break}else if(S[Oe]===null){S[Oe]=te,ae=Oe;break}if(ae===-1)break}let me=C[ae];me&&me.connect(te)}}function q(Y,se){se===null?Y.matrixWorld.copy(Y.matrix):Y.matrixWorld.multiplyMatrices(se.matrixWorld,Y.matrix),Y.matrixWorldInverse.copy(Y.matrixWorld).invert()}this.updateCamera=function(Y){if(s===null)return;let se=Y.near,te=Y.far;m.texture!==null&&(m.depthNear>0&&(se=m.depthNear),m.depthFar>0&&(te=m.depthFar)),G.near=N.near=I.near=se,G.far=N.far=I.far=te,(L!==G.near||H!==G.far)&&(s.updateRenderState({depthNear:G.near,depthFar:G.far}),L=G.near,H=G.far),G.layers.mask=Y.layers.mask|6,I.layers.mask=G.layers.mask&-5,N.layers.mask=G.layers.mask&-3;let ae=Y.parent,me=G.cameras;q(G,ae);for(let Oe=0;Oe<me.length;Oe++)q(me[Oe],ae);G.projectionMatrix.copy(I.projectionMatrix),G.projectionMatrixInverse.copy(I.projectionMatrixInverse),D===null&&Y.isPerspectiveCamera&&(D={camera:Y,fov:Y.fov,zoom:Y.zoom}),j(Y,G,ae)};function j(Y,se,te){te===null?Y.matrix.copy(se.matrixWorld):(Y.matrix.copy(te.matrixWorld),Y.matrix.invert(),Y.matrix.multiply(se.matrixWorld)),Y.matrix.decompose(Y.position,Y.quaternion,Y.scale),Y.updateMatrixWorld(!0),Y.projectionMatrix.copy(se.projectionMatrix),Y.projectionMatrixInverse.copy(se.projectionMatrixInverse),Y.isPerspectiveCamera&&(Y.fov=Fr*2*Math.atan(1/Y.projectionMatrix.elements[5]),Y.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(d===null&&f===null))return c},this.setFoveation=function(Y){c=Y,d!==null&&(d.fixedFoveation=Y),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Y)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(G)},this.getCameraTexture=function(Y){return g[Y]};let Q=null;function ce(Y,se){if(u=se.getViewerPose(l||o),p=se,u!==null){let te=u.views;f!==null&&(e.setRenderTargetFramebuffer(b,f.framebuffer),e.setRenderTarget(b));let ae=!1;te.length!==G.cameras.length&&(G.cameras.length=0,ae=!0);for(let Be=0;Be<te.length;Be++){let mt=te[Be],dt=null;if(f!==null)dt=f.getViewport(mt);else{let $t=h.getViewSubImage(d,mt);dt=$t.viewport,Be===0&&(e.setRenderTargetTextures(b,$t.colorTexture,$t.depthStencilTexture),e.setRenderTarget(b))}let ot=B[Be];ot===void 0&&(ot=new bn,ot.layers.enable(Be),ot.viewport=new Dt,B[Be]=ot),ot.matrix.fromArray(mt.transform.matrix),ot.matrix.decompose(ot.position,ot.quaternion,ot.scale),ot.projectionMatrix.fromArray(mt.projectionMatrix),ot.projectionMatrixInverse.copy(ot.projectionMatrix).invert(),ot.viewport.set(dt.x,dt.y,dt.width,dt.height),Be===0&&(G.matrix.copy(ot.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),ae===!0&&G.cameras.push(ot)}let me=s.enabledFeatures;if(me&&me.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){h=n.getBinding();let Be=h.getDepthInformation(te[0]);Be&&Be.isValid&&Be.texture&&m.init(Be,s.renderState)}if(me&&me.includes("camera-access")&&_){e.state.unbindTexture(),h=n.getBinding();for(let Be=0;Be<te.length;Be++){let mt=te[Be].camera;if(mt){let dt=g[mt];dt||(dt=new ul,g[mt]=dt);let ot=h.getCameraImage(mt);dt.sourceTexture=ot}}}}for(let te=0;te<C.length;te++){let ae=S[te],me=C[te];ae!==null&&me!==void 0&&me.update(ae,se,l||o)}Q&&Q(Y,se),se.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:se}),p=null}let ie=new My;ie.setAnimationLoop(ce),this.setAnimationLoop=function(Y){Q=Y},this.dispose=function(){}}},VC=new et,Ly=new rt;Ly.set(-1,0,0,0,1,0,0,0,1);function GC(i,e){function t(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,bp(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,y,w,b){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),h(m,g)):g.isMeshPhongMaterial?(r(m,g),u(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,b)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),_(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?c(m,g,y,w):g.isSpriteMaterial?l(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,t(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===oi&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,t(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===oi&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,t(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,t(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let y=e.get(g),w=y.envMap,b=y.envMapRotation;w&&(m.envMap.value=w,m.envMapRotation.value.setFromMatrix4(VC.makeRotationFromEuler(b)).transpose(),w.isCubeTexture&&w.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Ly),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function c(m,g,y,w){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*y,m.scale.value=w*.5,g.map&&(m.map.value=g.map,t(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function l(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,t(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,t(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function u(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function h(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,y){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===oi&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=y.texture,m.transmissionSamplerSize.value.set(y.width,y.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function _(m,g){let y=e.get(g).light;m.referencePosition.value.setFromMatrixPosition(y.matrixWorld),m.nearDistance.value=y.shadow.camera.near,m.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function HC(i,e,t,n){let s={},r={};function o(y,w){let b=w.program;n.uniformBlockBinding(y,b,s[y.id])}function a(y,w){let b=s[y.id];b===void 0&&(p(y),b=c(y),s[y.id]=b,y.addEventListener("dispose",m));let C=w.program;n.updateUBOMapping(y,C);let S=e.render.frame;r[y.id]!==S&&(l(y),r[y.id]=S)}function c(y){let w=i.createBuffer(),b=y.__size,C=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,w),i.bufferData(i.UNIFORM_BUFFER,b,C),i.bindBuffer(i.UNIFORM_BUFFER,null),w}function l(y){let w=s[y.id],b=y.uniforms,C=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,w);for(let S=0,x=b.length;S<x;S++){let E=b[S];if(Array.isArray(E))for(let D=0,I=E.length;D<I;D++)u(E[D],S,D,C);else u(E,S,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function u(y,w,b,C){if(d(y,w,b,C)===!0){let S=y.__offset,x=y.value;if(Array.isArray(x)){let E=0;for(let D=0;D<x.length;D++){let I=x[D],N=_(I,!0);h(I,y.__data,E),E+=N.storage/Float32Array.BYTES_PER_ELEMENT}}else h(x,y.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,S,y.__data)}}function h(y,w,b){typeof y=="number"||typeof y=="boolean"?w[b]=y:y.isMatrix3?(w[b]=y.elements[0],w[b+1]=y.elements[1],w[b+2]=y.elements[2],w[b+3]=0,w[b+4]=y.elements[3],w[b+5]=y.elements[4],w[b+6]=y.elements[5],w[b+7]=0,w[b+8]=y.elements[6],w[b+9]=y.elements[7],w[b+10]=y.elements[8],w[b+11]=0):ArrayBuffer.isView(y)?w.set(y.subarray(0,w.length-b),b):y.toArray(w,b)}function d(y,w,b,C){let S=y.value,x=w+"_"+b;if(Array.isArray(S)){C[x]===void 0&&(C[x]=[]);let E=C[x],D=!1;for(let I=0;I<S.length;I++)f(S[I],E,I)===!0&&(D=!0);return D}return f(S,C,x)}function f(y,w,b){if(w[b]===void 0)return typeof y=="number"||typeof y=="boolean"?w[b]=y:ArrayBuffer.isView(y)?w[b]=y.slice():w[b]=y.clone(),!0;{let C=w[b];if(typeof y=="number"||typeof y=="boolean"){if(C!==y)return w[b]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(C.equals(y)===!1)return C.copy(y),!0}}return!1}function p(y){let w=y.uniforms,b=0,C=16;for(let x=0,E=w.length;x<E;x++){let D=Array.isArray(w[x])?w[x]:[w[x]];for(let I=0,N=D.length;I<N;I++){let B=D[I],G=Array.isArray(B.value)?B.value:[B.value],L=Array.isArray(w[x])||Array.isArray(B.value),H=b;for(let z=0,ne=G.length;z<ne;z++){let q=G[z],j=_(q,L),Q=b%C,ce=Q%j.boundary,ie=Q+ce;b+=ce,ie!==0&&C-ie<j.storage&&(b+=C-ie),z===0&&(H=b),b+=j.storage}let U=B.type==="int"?Int32Array:B.type==="uint"?Uint32Array:Float32Array;B.__data=new U((b-H)/Float32Array.BYTES_PER_ELEMENT),B.__offset=H}}let S=b%C;return S>0&&(b+=C-S),y.__size=b,y.__cache={},this}function _(y,w){let b={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(b.boundary=4,b.storage=4):y.isVector2?(b.boundary=8,b.storage=8):y.isVector3||y.isColor?(b.boundary=16,b.storage=12):y.isVector4?(b.boundary=16,b.storage=16):y.isMatrix3?(b.boundary=16,b.storage=48):y.isMatrix4?(b.boundary=16,b.storage=64):y.isTexture?$e("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(b.boundary=16,b.storage=y.byteLength):$e("WebGLRenderer: Unsupported uniform value type.",y),w===!0&&(b.boundary=16,b.storage=Math.ceil(b.storage/16)*16),b}function m(y){let w=y.target;w.removeEventListener("dispose",m),i.deleteBuffer(s[w.id]),delete s[w.id],delete r[w.id]}function g(){for(let y in s)i.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:g}}var WC=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ys=null;function XC(){return ys===null&&(ys=new zr(WC,16,16,gr,Ji),ys.name="DFG_LUT",ys.minFilter=On,ys.magFilter=On,ys.wrapS=si,ys.wrapT=si,ys.generateMipmaps=!1,ys.needsUpdate=!0),ys}var Th=class{constructor(e={}){let{canvas:t=Hx(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:c=!0,preserveDrawingBuffer:l=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ci}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let _=f,m=new Set([Xu,Wu,Hu]),g=new Set([ci,Zi,ua,Zr,Vu,Gu]),y=new Uint32Array(4),w=new Int32Array(4),b={textures:[],min:[],max:[],resolution:[]},C=null,S=null,x=[],E=[],D=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=_s,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,N=!1,B=null,G=null,L=null,H=null;this._outputColorSpace=Et;let U=0,z=0,ne=null,q=-1,j=null,Q=new Dt,ce=new Dt,ie=null,Y=new We(0),se=0,te=t.width,ae=t.height,me=1,Oe=null,Ze=null,Be=new Dt(0,0,te,ae),mt=new Dt(0,0,te,ae),dt=!1,ot=new ur,$t=new wu,zt=!1,dn=!1,Ot=new et,Rn=new W,St=new Dt,Sn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},sn=!1;function fn(){return ne===null?me:1}let k=n;function Re(A,V){return t.getContext(A,V)}let Je,lt,we,Ft,Xe,je,R,M,$,pe,he,be,ve,re,le,_e,F,ue,oe,Ee,ye,Me,Ye;try{let A={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:c,preserveDrawingBuffer:l,powerPreference:u,failIfMajorPerformanceCaveat:h};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",ze,!1),t.addEventListener("webglcontextrestored",it,!1),t.addEventListener("webglcontextcreationerror",Ce,!1),k===null){let V="webgl2";if(k=Re(V,A),k===null)throw Re(V)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}nt()}catch(A){throw t.removeEventListener("webglcontextlost",ze,!1),t.removeEventListener("webglcontextrestored",it,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),Qe("WebGLRenderer: "+A.message),A}function nt(){Je=new nA(k),Je.init(),ye=new kC(k,Je),lt=new X1(k,Je,e,ye),we=new UC(k,Je),lt.reversedDepthBuffer&&d&&we.buffers.depth.setReversed(!0),G=k.createFramebuffer(),L=k.createFramebuffer(),H=k.createFramebuffer(),Ft=new rA(k),Xe=new SC,je=new FC(k,Je,we,Xe,lt,ye,Ft),R=new tA(I),M=new aE(k),Me=new H1(k,M),$=new iA(k,M,Ft,Me),pe=new aA(k,$,M,Me,Ft),ue=new oA(k,lt,je),le=new Y1(Xe),he=new vC(I,R,Je,lt,Me,le),be=new GC(I,Xe),ve=new wC,re=new IC(Je),F=new G1(I,R,we,pe,p,c),_e=new OC(I,pe,lt),Ye=new HC(k,Ft,lt,we),oe=new W1(k,Je,Ft),Ee=new sA(k,Je,Ft),Ft.programs=he.programs,I.capabilities=lt,I.extensions=Je,I.properties=Xe,I.renderLists=ve,I.shadowMap=_e,I.state=we,I.info=Ft}_!==ci&&(D=new cA(_,t.width,t.height,a,s,r));let fe=new Lp(I,k);this.xr=fe,this.getContext=function(){return k},this.getContextAttributes=function(){return k.getContextAttributes()},this.forceContextLoss=function(){let A=Je.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=Je.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return me},this.setPixelRatio=function(A){A!==void 0&&(me=A,this.setSize(te,ae,!1))},this.getSize=function(A){return A.set(te,ae)},this.setSize=function(A,V,ee=!0){if(fe.isPresenting){$e("WebGLRenderer: Can't change size while VR device is presenting.");return}te=A,ae=V,t.width=Math.floor(A*me),t.height=Math.floor(V*me),ee===!0&&(t.style.width=A+"px",t.style.height=V+"px"),D!==null&&D.setSize(t.width,t.height),this.setViewport(0,0,A,V)},this.getDrawingBufferSize=function(A){return A.set(te*me,ae*me).floor()},this.setDrawingBufferSize=function(A,V,ee){te=A,ae=V,me=ee,t.width=Math.floor(A*ee),t.height=Math.floor(V*ee),this.setViewport(0,0,A,V)},this.setEffects=function(A){if(_===ci){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(A){for(let V=0;V<A.length;V++)if(A[V].isOutputPass===!0){$e("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}D.setEffects(A||[])},this.getCurrentViewport=function(A){return A.copy(Q)},this.getViewport=function(A){return A.copy(Be)},this.setViewport=function(A,V,ee,K){A.isVector4?Be.set(A.x,A.y,A.z,A.w):Be.set(A,V,ee,K),we.viewport(Q.copy(Be).multiplyScalar(fn()).round())},this.getScissor=function(A){return A.copy(mt)},this.setScissor=function(A,V,ee,K){A.isVector4?mt.set(A.x,A.y,A.z,A.w):mt.set(A,V,ee,K),we.scissor(ce.copy(mt).multiplyScalar(fn()).round())},this.getScissorTest=function(){return dt},this.setScissorTest=function(A){we.setScissorTest(dt=A)},this.setOpaqueSort=function(A){Oe=A},this.setTransparentSort=function(A){Ze=A},this.getClearColor=function(A){return A.copy(F.getClearColor())},this.setClearColor=function(){F.setClearColor(...arguments)},this.getClearAlpha=function(){return F.getClearAlpha()},this.setClearAlpha=function(){F.setClearAlpha(...arguments)},this.clear=function(A=!0,V=!0,ee=!0){let K=0;if(A){let Z=!1;if(ne!==null){let Te=ne.texture.format;Z=m.has(Te)}if(Z){let Te=ne.texture.type,Ie=g.has(Te),Ae=F.getClearColor(),Ne=F.getClearAlpha(),Ge=Ae.r,st=Ae.g,gt=Ae.b;Ie?(y[0]=Ge,y[1]=st,y[2]=gt,y[3]=Ne,k.clearBufferuiv(k.COLOR,0,y)):(w[0]=Ge,w[1]=st,w[2]=gt,w[3]=Ne,k.clearBufferiv(k.COLOR,0,w))}else K|=k.COLOR_BUFFER_BIT}V&&(K|=k.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),ee&&(K|=k.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),K!==0&&k.clear(K)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(A){A.setRenderer(this),B=A},this.dispose=function(){t.removeEventListener("webglcontextlost",ze,!1),t.removeEventListener("webglcontextrestored",it,!1),t.removeEventListener("webglcontextcreationerror",Ce,!1),F.dispose(),ve.dispose(),re.dispose(),je.dispose(),Xe.dispose(),R.dispose(),pe.dispose(),$.dispose(),Me.dispose(),Ye.dispose(),he.dispose(),fe.dispose(),fe.removeEventListener("sessionstart",ql),fe.removeEventListener("sessionend",ts),Ss.stop()};function ze(A){A.preventDefault(),Ja("WebGLRenderer: Context Lost."),N=!0}function it(){Ja("WebGLRenderer: Context Restored."),N=!1;let A=Ft.autoReset,V=_e.enabled,ee=_e.autoUpdate,K=_e.needsUpdate,Z=_e.type;nt(),Ft.autoReset=A,_e.enabled=V,_e.autoUpdate=ee,_e.needsUpdate=K,_e.type=Z}function Ce(A){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function ct(A){let V=A.target;V.removeEventListener("dispose",ct),Vt(V)}function Vt(A){jn(A),Xe.remove(A)}function jn(A){let V=Xe.get(A).programs;V!==void 0&&(V.forEach(function(ee){he.releaseProgram(ee)}),A.isShaderMaterial&&he.releaseShaderCache(A))}this.renderBufferDirect=function(A,V,ee,K,Z,Te){V===null&&(V=Sn);let Ie=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Ae=_a(A,V,ee,K,Z);we.setMaterial(K,Ie);let Ne=ee.index,Ge=1;if(K.wireframe===!0){if(Ne=$.getWireframeAttribute(ee),Ne===void 0)return;Ge=2}let st=ee.drawRange,gt=ee.attributes.position,Ve=st.start*Ge,_t=(st.start+st.count)*Ge;Te!==null&&(Ve=Math.max(Ve,Te.start*Ge),_t=Math.min(_t,(Te.start+Te.count)*Ge)),Ne!==null?(Ve=Math.max(Ve,0),_t=Math.min(_t,Ne.count)):gt!=null&&(Ve=Math.max(Ve,0),_t=Math.min(_t,gt.count));let Jt=_t-Ve;if(Jt<0||Jt===1/0)return;Me.setup(Z,K,Ae,ee,Ne);let Nt,Pt=oe;if(Ne!==null&&(Nt=M.get(Ne),Pt=Ee,Pt.setIndex(Nt)),Z.isMesh)K.wireframe===!0?(we.setLineWidth(K.wireframeLinewidth*fn()),Pt.setMode(k.LINES)):Pt.setMode(k.TRIANGLES);else if(Z.isLine){let Mn=K.linewidth;Mn===void 0&&(Mn=1),we.setLineWidth(Mn*fn()),Z.isLineSegments?Pt.setMode(k.LINES):Z.isLineLoop?Pt.setMode(k.LINE_LOOP):Pt.setMode(k.LINE_STRIP)}else Z.isPoints?Pt.setMode(k.POINTS):Z.isSprite&&Pt.setMode(k.TRIANGLES);if(Z.isBatchedMesh)if(Je.get("WEBGL_multi_draw"))Pt.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let Mn=Z._multiDrawStarts,Ue=Z._multiDrawCounts,pn=Z._multiDrawCount,bt=Ne?M.get(Ne).bytesPerElement:1,ws=Xe.get(K).currentProgram.getUniforms();for(let mn=0;mn<pn;mn++)ws.setValue(k,"_gl_DrawID",mn),Pt.render(Mn[mn]/bt,Ue[mn])}else if(Z.isInstancedMesh)Pt.renderInstances(Ve,Jt,Z.count);else if(ee.isInstancedBufferGeometry){let Mn=ee._maxInstanceCount!==void 0?ee._maxInstanceCount:1/0,Ue=Math.min(ee.instanceCount,Mn);Pt.renderInstances(Ve,Jt,Ue)}else Pt.render(Ve,Jt)};function pa(A,V,ee,K){B!==null&&A.isNodeMaterial&&B.setObject(K,A),zt===!0&&le.setState(A,ee,!1),A.transparent===!0&&A.side===li&&A.forceSinglePass===!1?(A.side=oi,A.needsUpdate=!0,ns(A,V,K),A.side=gs,A.needsUpdate=!0,ns(A,V,K),A.side=li):ns(A,V,K)}this.compile=function(A,V,ee=null){ee===null&&(ee=A),B!==null&&B.renderStart(A,V,ee),S=re.get(ee),S.init(V),E.push(S),ee.traverseVisible(function(Z){Z.isLight&&Z.layers.test(V.layers)&&(S.pushLight(Z),Z.castShadow&&S.pushShadow(Z))}),A!==ee&&A.traverseVisible(function(Z){Z.isLight&&Z.layers.test(V.layers)&&(S.pushLight(Z),Z.castShadow&&S.pushShadow(Z))}),S.setupLights(),B!==null&&B.updateLights(S.state.lightsArray),dn=this.localClippingEnabled,zt=le.init(this.clippingPlanes,dn),zt===!0&&le.setGlobalState(this.clippingPlanes,V),B!==null&&_e.render(S.state.shadowsArray,ee,V);let K=new Set;return A.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Te=Z.material;if(Te)if(Array.isArray(Te))for(let Ie=0;Ie<Te.length;Ie++){let Ae=Te[Ie];pa(Ae,ee,V,Z),K.add(Ae)}else pa(Te,ee,V,Z),K.add(Te)}),S=E.pop(),B!==null&&B.renderEnd(),K},this.compileAsync=function(A,V,ee=null){let K=this.compile(A,V,ee);return new Promise(Z=>{function Te(){if(K.forEach(function(Ie){let Ne=Xe.get(Ie).currentProgram;(Ne===void 0||Ne.isReady())&&K.delete(Ie)}),K.size===0){Z(A);return}setTimeout(Te,10)}Je.get("KHR_parallel_shader_compile")!==null?Te():setTimeout(Te,10)})};let eo=null;function Xh(A){eo&&eo(A)}function ql(){Ss.stop()}function ts(){Ss.start()}let Ss=new My;Ss.setAnimationLoop(Xh),typeof self<"u"&&Ss.setContext(self),this.setAnimationLoop=function(A){eo=A,fe.setAnimationLoop(A),A===null?Ss.stop():Ss.start()},fe.addEventListener("sessionstart",ql),fe.addEventListener("sessionend",ts),this.render=function(A,V){if(V!==void 0&&V.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(N===!0)return;B!==null&&B.renderStart(A,V);let ee=fe.enabled===!0&&fe.isPresenting===!0,K=D!==null&&(ne===null||ee)&&D.begin(I,ne);if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),V.parent===null&&V.matrixWorldAutoUpdate===!0&&V.updateMatrixWorld(),fe.enabled===!0&&fe.isPresenting===!0&&(D===null||D.isCompositing()===!1)&&(fe.cameraAutoUpdate===!0&&fe.updateCamera(V),V=fe.getCamera()),A.isScene===!0&&A.onBeforeRender(I,A,V,ne),S=re.get(A,E.length),S.init(V),S.state.textureUnits=je.getTextureUnits(),E.push(S),Ot.multiplyMatrices(V.projectionMatrix,V.matrixWorldInverse),V.isArrayCamera?$t.setFromArrayCamera(V):ot.setFromProjectionMatrix(Ot,Ni,V.reversedDepth),dn=this.localClippingEnabled,zt=le.init(this.clippingPlanes,dn),C=ve.get(A,x.length),C.init(),x.push(C),this.info.render.frame++,fe.enabled===!0&&fe.isPresenting===!0){let Ie=I.xr.getDepthSensingMesh();Ie!==null&&Ms(Ie,V,-1/0,I.sortObjects)}Ms(A,V,0,I.sortObjects),C.finish(),B!==null&&B.updateLights(S.state.lightsArray),I.sortObjects===!0&&C.sort(Oe,Ze),sn=fe.enabled===!1||fe.isPresenting===!1||fe.hasDepthSensing()===!1,sn&&F.addToRenderList(C,A),this.info.autoReset===!0&&this.info.reset(),zt===!0&&le.beginShadows();let Z=S.state.shadowsArray;if(_e.render(Z,A,V),zt===!0&&le.endShadows(),(K&&D.hasRenderPass())===!1){let Ie=C.opaque,Ae=C.transmissive;if(S.setupLights(),V.isArrayCamera){let Ne=V.cameras;if(Ae.length>0)for(let Ge=0,st=Ne.length;Ge<st;Ge++){let gt=Ne[Ge];Fi(Ie,Ae,A,gt)}sn&&F.render(A);for(let Ge=0,st=Ne.length;Ge<st;Ge++){let gt=Ne[Ge];ma(C,A,gt,gt.viewport)}}else Ae.length>0&&Fi(Ie,Ae,A,V),sn&&F.render(A),ma(C,A,V)}ne!==null&&z===0&&(je.updateMultisampleRenderTarget(ne),je.updateRenderTargetMipmap(ne)),K&&D.end(I),A.isScene===!0&&A.onAfterRender(I,A,V),Me.resetDefaultState(),q=-1,j=null,E.pop(),E.length>0?(S=E[E.length-1],je.setTextureUnits(S.state.textureUnits),zt===!0&&le.setGlobalState(I.clippingPlanes,S.state.camera)):S=null,x.pop(),x.length>0?C=x[x.length-1]:C=null,B!==null&&B.renderEnd()};function Ms(A,V,ee,K){if(A.visible===!1)return;if(A.layers.test(V.layers)){if(A.isGroup)ee=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(V);else if(A.isLight)S.pushLight(A),A.castShadow&&S.pushShadow(A);else if(A.isSprite){let Ie=V.isArrayCamera?$t:ot;if(!A.frustumCulled||A.intersectsFrustum(Ie)){K&&St.setFromMatrixPosition(A.matrixWorld).applyMatrix4(Ot);let Ae=pe.update(A),Ne=A.material;Ne.visible&&C.push(A,Ae,Ne,ee,St.z,null,V)}}else if(A.isMesh||A.isLine||A.isPoints){let Ie=V.isArrayCamera?$t:ot;if(!A.frustumCulled||A.intersectsFrustum(Ie)){let Ae=pe.update(A),Ne=A.material;if(K&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),St.copy(A.boundingSphere.center)):(Ae.boundingSphere===null&&Ae.computeBoundingSphere(),St.copy(Ae.boundingSphere.center)),St.applyMatrix4(A.matrixWorld).applyMatrix4(Ot)),Array.isArray(Ne)){let Ge=Ae.groups;for(let st=0,gt=Ge.length;st<gt;st++){let Ve=Ge[st],_t=Ne[Ve.materialIndex];_t&&_t.visible&&C.push(A,Ae,_t,ee,St.z,Ve,V)}}else Ne.visible&&C.push(A,Ae,Ne,ee,St.z,null,V)}}}let Te=A.children;for(let Ie=0,Ae=Te.length;Ie<Ae;Ie++)Ms(Te[Ie],V,ee,K)}function ma(A,V,ee,K){let{opaque:Z,transmissive:Te,transparent:Ie}=A;S.setupLightsView(ee),zt===!0&&le.setGlobalState(I.clippingPlanes,ee),K&&we.viewport(Q.copy(K)),Z.length>0&&rn(Z,V,ee),Te.length>0&&rn(Te,V,ee),Ie.length>0&&rn(Ie,V,ee),we.buffers.depth.setTest(!0),we.buffers.depth.setMask(!0),we.buffers.color.setMask(!0),we.setPolygonOffset(!1)}function Fi(A,V,ee,K){if((ee.isScene===!0?ee.overrideMaterial:null)!==null)return;if(S.state.transmissionRenderTarget[K.id]===void 0){let Ve=Je.has("EXT_color_buffer_half_float")||Je.has("EXT_color_buffer_float");S.state.transmissionRenderTarget[K.id]=new Mi(1,1,{generateMipmaps:!0,type:Ve?Ji:ci,minFilter:Li,samples:Math.max(4,lt.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:ut.workingColorSpace})}let Te=S.state.transmissionRenderTarget[K.id],Ie=K.viewport||Q;Te.setSize(Ie.z*I.transmissionResolutionScale,Ie.w*I.transmissionResolutionScale);let Ae=I.getRenderTarget(),Ne=I.getActiveCubeFace(),Ge=I.getActiveMipmapLevel();I.setRenderTarget(Te),I.getClearColor(Y),se=I.getClearAlpha(),se<1&&I.setClearColor(16777215,.5),I.clear(),sn&&F.render(ee);let st=I.toneMapping;I.toneMapping=_s;let gt=K.viewport;if(K.viewport!==void 0&&(K.viewport=void 0),S.setupLightsView(K),zt===!0&&le.setGlobalState(I.clippingPlanes,K),rn(A,ee,K),je.updateMultisampleRenderTarget(Te),je.updateRenderTargetMipmap(Te),Je.has("WEBGL_multisampled_render_to_texture")===!1){let Ve=!1;for(let _t=0,Jt=V.length;_t<Jt;_t++){let Nt=V[_t],{object:Pt,geometry:Mn,material:Ue,group:pn}=Nt;if(Ue.side===li&&Pt.layers.test(K.layers)){let bt=Ue.side;Ue.side=oi,Ue.needsUpdate=!0,cn(Pt,ee,K,Mn,Ue,pn),Ue.side=bt,Ue.needsUpdate=!0,Ve=!0}}Ve===!0&&(je.updateMultisampleRenderTarget(Te),je.updateRenderTargetMipmap(Te))}I.setRenderTarget(Ae,Ne,Ge),I.setClearColor(Y,se),gt!==void 0&&(K.viewport=gt),I.toneMapping=st}function rn(A,V,ee){let K=V.isScene===!0?V.overrideMaterial:null;for(let Z=0,Te=A.length;Z<Te;Z++){let Ie=A[Z],{object:Ae,geometry:Ne,group:Ge}=Ie,st=Ie.material;st.allowOverride===!0&&K!==null&&(st=K),Ae.layers.test(ee.layers)&&cn(Ae,V,ee,Ne,st,Ge)}}function cn(A,V,ee,K,Z,Te){B!==null&&Z.isNodeMaterial&&B.setObject(A,Z),A.onBeforeRender(I,V,ee,K,Z,Te),A.modelViewMatrix.multiplyMatrices(ee.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),Z.onBeforeRender(I,V,ee,K,A,Te),Z.transparent===!0&&Z.side===li&&Z.forceSinglePass===!1?(Z.side=oi,Z.needsUpdate=!0,I.renderBufferDirect(ee,V,K,Z,A,Te),Z.side=gs,Z.needsUpdate=!0,I.renderBufferDirect(ee,V,K,Z,A,Te),Z.side=li):I.renderBufferDirect(ee,V,K,Z,A,Te),A.onAfterRender(I,V,ee,K,Z,Te)}function un(A){let V=0;for(let ee of A)ee.texture!==null&&V++;return V}function ns(A,V,ee){V.isScene!==!0&&(V=Sn);let K=Xe.get(A),Z=S.state.lights,Te=S.state.shadowsArray,Ie=Z.state.version,Ae=he.getParameters(A,Z.state,Te,V,ee,S.state.lightProbeGridArray),Ne=he.getProgramCacheKey(Ae),Ge=K.programs;K.environment=A.isMeshStandardMaterial||A.isMeshLambertMaterial||A.isMeshPhongMaterial?V.environment:null,K.fog=V.fog;let st=A.isMeshStandardMaterial||A.isMeshLambertMaterial&&!A.envMap||A.isMeshPhongMaterial&&!A.envMap;K.envMap=R.get(A.envMap||K.environment,st),K.envMapRotation=K.environment!==null&&A.envMap===null?V.environmentRotation:A.envMapRotation,Ge===void 0&&(A.addEventListener("dispose",ct),Ge=new Map,K.programs=Ge,K.programVariants=new Map);let gt=Ge.get(Ne);if(gt!==void 0){if(K.currentProgram===gt&&K.lightsStateVersion===Ie)return ga(A,Ae),gt}else Ae.uniforms=he.getUniforms(A),B!==null&&A.isNodeMaterial&&B.build(A,ee,Ae),A.onBeforeCompile(Ae,I),gt=he.acquireProgram(Ae,Ne),Ge.set(Ne,gt),K.uniforms=Ae.uniforms;let Ve=K.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(Ve.clippingPlanes=le.uniform),ga(A,Ae),K.needsLights=Zs(A),K.lightsStateVersion=Ie,K.needsLights&&(Ve.ambientLightColor.value=Z.state.ambient,Ve.lightProbe.value=Z.state.probe,Ve.sunLights.value=Z.state.sun,Ve.sunLightShadows.value=Z.state.sunShadow,Ve.directionalLights.value=Z.state.directional,Ve.directionalLightShadows.value=Z.state.directionalShadow,Ve.spotLights.value=Z.state.spot,Ve.spotLightShadows.value=Z.state.spotShadow,Ve.rectAreaLights.value=Z.state.rectArea,Ve.ltc_1.value=Z.state.rectAreaLTC1,Ve.ltc_2.value=Z.state.rectAreaLTC2,Ve.pointLights.value=Z.state.point,Ve.pointLightShadows.value=Z.state.pointShadow,Ve.hemisphereLights.value=Z.state.hemi,Ve.sunShadowMatrix.value=Z.state.sunShadowMatrix,Ve.sunShadowCascade.value=Z.state.sunShadowCascade,Ve.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Ve.spotLightMatrix.value=Z.state.spotLightMatrix,Ve.spotLightMap.value=Z.state.spotLightMap,Ve.pointShadowMatrix.value=Z.state.pointShadowMatrix),K.numLightProbeGrids=un(S.state.lightProbeGridArray),K.currentProgram=gt,K.uniformsList=null,gt}function fi(A,V,ee,K,Z){let Te=Xe.get(A),Ie=Te.currentProgram.id+","+K+","+Z,Ae=Te.programVariants.get(Ie);return Ae===void 0?(Ae=ns(A,V,ee),Te.programVariants.set(Ie,Ae)):(Te.currentProgram=Ae,Te.uniformsList=null,Te.outputColorSpace=K,Te.toneMapping=Z),Ae}function js(A){if(A.uniformsList===null){let V=A.currentProgram.getUniforms();A.uniformsList=da.seqWithValue(V.seq,A.uniforms)}return A.uniformsList}function ga(A,V){let ee=Xe.get(A);ee.outputColorSpace=V.outputColorSpace,ee.batching=V.batching,ee.batchingColor=V.batchingColor,ee.instancing=V.instancing,ee.instancingColor=V.instancingColor,ee.instancingMorph=V.instancingMorph,ee.skinning=V.skinning,ee.morphTargets=V.morphTargets,ee.morphNormals=V.morphNormals,ee.morphColors=V.morphColors,ee.morphTargetsCount=V.morphTargetsCount,ee.numClippingPlanes=V.numClippingPlanes,ee.numIntersection=V.numClipIntersection,ee.vertexAlphas=V.vertexAlphas,ee.vertexTangents=V.vertexTangents,ee.toneMapping=V.toneMapping}function _a(A,V,ee,K,Z){V.isScene!==!0&&(V=Sn),je.resetTextureUnits();let Te=V.fog,Ie=K.isMeshStandardMaterial||K.isMeshLambertMaterial||K.isMeshPhongMaterial?V.environment:null,Ae=ne===null?I.outputColorSpace:ne.isXRRenderTarget===!0?ne.texture.colorSpace:ut.workingColorSpace,Ne=K.isMeshStandardMaterial||K.isMeshLambertMaterial&&!K.envMap||K.isMeshPhongMaterial&&!K.envMap,Ge=R.get(K.envMap||Ie,Ne),st=K.vertexColors===!0&&!!ee.attributes.color&&ee.attributes.color.itemSize===4,gt=!!ee.attributes.tangent&&(!!K.normalMap||K.anisotropy>0),Ve=!!ee.morphAttributes.position,_t=!!ee.morphAttributes.normal,Jt=!!ee.morphAttributes.color,Nt=_s;K.toneMapped&&(ne===null||ne.isXRRenderTarget===!0)&&(Nt=I.toneMapping);let Pt=ee.morphAttributes.position||ee.morphAttributes.normal||ee.morphAttributes.color,Mn=Pt!==void 0?Pt.length:0,Ue=Xe.get(K),pn=S.state.lights;if(zt===!0&&(dn===!0||A!==j)){let Lt=A===j&&K.id===q;le.setState(K,A,Lt)}let bt=!1,ws=!1;K.version===Ue.__version?Ue.needsLights&&Ue.lightsStateVersion!==pn.state.version||Z.isBatchedMesh&&Ue.batching===!1||!Z.isBatchedMesh&&Ue.batching===!0||Z.isBatchedMesh&&Ue.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ue.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ue.instancing===!1||!Z.isInstancedMesh&&Ue.instancing===!0||Z.isSkinnedMesh&&Ue.skinning===!1||!Z.isSkinnedMesh&&Ue.skinning===!0||Z.isInstancedMesh&&Ue.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ue.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ue.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ue.instancingMorph===!1&&Z.morphTexture!==null||Ue.envMap!==Ge||K.fog===!0&&Ue.fog!==Te||Ue.numClippingPlanes!==void 0&&(Ue.numClippingPlanes!==le.numPlanes||Ue.numIntersection!==le.numIntersection)||Ue.vertexAlphas!==st||Ue.vertexTangents!==gt||Ue.morphTargets!==Ve||Ue.morphNormals!==_t||Ue.morphColors!==Jt||Ue.morphTargetsCount!==Mn||Ue.numLightProbeGrids!==un(S.state.lightProbeGridArray)?bt=!0:(Ue.outputColorSpace!==Ae||Ue.toneMapping!==Nt)&&(ws=!0):(bt=!0,Ue.__version=K.version);let mn=Ue.currentProgram;(bt===!0||ws===!0)&&(mn=ws===!0?fi(K,V,Z,Ae,Nt):ns(K,V,Z),B&&K.isNodeMaterial&&B.onUpdateProgram(K,mn,Ue));let io=!1,is=!1,Es=!1,ft=mn.getUniforms(),on=Ue.uniforms;if(we.useProgram(mn.program)&&(io=!0,is=!0,Es=!0),K.id!==q&&(q=K.id,is=!0),io||j!==A){we.buffers.depth.getReversed()&&A.reversedDepth!==!0&&(A._reversedDepth=!0,A.updateProjectionMatrix()),ft.setValue(k,"projectionMatrix",A.projectionMatrix),ft.setValue(k,"viewMatrix",A.matrixWorldInverse);let gn=ft.map.cameraPosition;gn!==void 0&&gn.setValue(k,Rn.setFromMatrixPosition(A.matrixWorld)),lt.logarithmicDepthBuffer&&ft.setValue(k,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),(K.isMeshPhongMaterial||K.isMeshToonMaterial||K.isMeshLambertMaterial||K.isMeshBasicMaterial||K.isMeshStandardMaterial||K.isShaderMaterial)&&ft.setValue(k,"isOrthographic",A.isOrthographicCamera===!0),j!==A&&(j=A,is=!0,Es=!0)}if(Ue.needsLights&&(pn.state.sunShadowMap.length>0&&ft.setValue(k,"sunShadowMap",pn.state.sunShadowMap,je),pn.state.directionalShadowMap.length>0&&ft.setValue(k,"directionalShadowMap",pn.state.directionalShadowMap,je),pn.state.spotShadowMap.length>0&&ft.setValue(k,"spotShadowMap",pn.state.spotShadowMap,je),pn.state.pointShadowMap.length>0&&ft.setValue(k,"pointShadowMap",pn.state.pointShadowMap,je)),Z.isSkinnedMesh){ft.setOptional(k,Z,"bindMatrix"),ft.setOptional(k,Z,"bindMatrixInverse");let Lt=Z.skeleton;Lt&&(Lt.boneTexture===null&&Lt.computeBoneTexture(),ft.setValue(k,"boneTexture",Lt.boneTexture,je))}Z.isBatchedMesh&&(ft.setOptional(k,Z,"batchingTexture"),ft.setValue(k,"batchingTexture",Z._matricesTexture,je),ft.setOptional(k,Z,"batchingIdTexture"),ft.setValue(k,"batchingIdTexture",Z._indirectTexture,je),ft.setOptional(k,Z,"batchingColorTexture"),Z._colorsTexture!==null&&ft.setValue(k,"batchingColorTexture",Z._colorsTexture,je));let Zn=ee.morphAttributes;if((Zn.position!==void 0||Zn.normal!==void 0||Zn.color!==void 0)&&ue.update(Z,ee,mn),(is||Ue.receiveShadow!==Z.receiveShadow)&&(Ue.receiveShadow=Z.receiveShadow,ft.setValue(k,"receiveShadow",Z.receiveShadow)),(K.isMeshStandardMaterial||K.isMeshLambertMaterial||K.isMeshPhongMaterial)&&K.envMap===null&&V.environment!==null&&(on.envMapIntensity.value=V.environmentIntensity),on.dfgLUT!==void 0&&(on.dfgLUT.value=XC()),is){if(ft.setValue(k,"toneMappingExposure",I.toneMappingExposure),Ue.needsLights&&to(on,Es),Te&&K.fog===!0&&be.refreshFogUniforms(on,Te),be.refreshMaterialUniforms(on,K,me,ae,S.state.transmissionRenderTarget[A.id]),Ue.needsLights&&Ue.numLightProbeGrids>0){let Lt=b,gn=0;for(let Vn of S.state.lightProbeGridArray)Vn.texture!==null&&(Lt.textures[gn]=Vn.texture,Lt.min[gn]=Vn.boundingBox.min,Lt.max[gn]=Vn.boundingBox.max,Lt.resolution[gn]=Vn.resolution,gn++);for(let Vn in Lt)Lt[Vn].length=gn;on.probesSH.value=Lt.textures,on.probesMin.value=Lt.min,on.probesMax.value=Lt.max,on.probesResolution.value=Lt.resolution}da.upload(k,js(Ue),on,je)}if(K.isShaderMaterial&&K.uniformsNeedUpdate===!0&&(da.upload(k,js(Ue),on,je),K.uniformsNeedUpdate=!1),K.isSpriteMaterial&&ft.setValue(k,"center",Z.center),ft.setValue(k,"modelViewMatrix",Z.modelViewMatrix),ft.setValue(k,"normalMatrix",Z.normalMatrix),ft.setValue(k,"modelMatrix",Z.matrixWorld),K.uniformsGroups!==void 0){let Lt=K.uniformsGroups;for(let gn=0,Vn=Lt.length;gn<Vn;gn++){let $l=Lt[gn];Ye.update($l,mn),Ye.bind($l,mn)}}return mn}function to(A,V){A.ambientLightColor.needsUpdate=V,A.lightProbe.needsUpdate=V,A.sunLights.needsUpdate=V,A.sunLightShadows.needsUpdate=V,A.directionalLights.needsUpdate=V,A.directionalLightShadows.needsUpdate=V,A.pointLights.needsUpdate=V,A.pointLightShadows.needsUpdate=V,A.spotLights.needsUpdate=V,A.spotLightShadows.needsUpdate=V,A.rectAreaLights.needsUpdate=V,A.hemisphereLights.needsUpdate=V}function Zs(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return U},this.getActiveMipmapLevel=function(){return z},this.getRenderTarget=function(){return ne},this.setRenderTargetTextures=function(A,V,ee){let K=Xe.get(A);K.__autoAllocateDepthBuffer=A.resolveDepthBuffer===!1,K.__autoAllocateDepthBuffer===!1&&(K.__useRenderToTexture=!1),Xe.get(A.texture).__webglTexture=V,Xe.get(A.depthTexture).__webglTexture=K.__autoAllocateDepthBuffer?void 0:ee,K.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(A,V){let ee=Xe.get(A);ee.__webglFramebuffer=V,ee.__useDefaultFramebuffer=V===void 0},this.setRenderTarget=function(A,V=0,ee=0){ne=A,U=V,z=ee;let K=null,Z=!1,Te=!1;if(A){let Ae=Xe.get(A);if(Ae.__useDefaultFramebuffer!==void 0){we.bindFramebuffer(k.FRAMEBUFFER,Ae.__webglFramebuffer),Q.copy(A.viewport),ce.copy(A.scissor),ie=A.scissorTest,we.viewport(Q),we.scissor(ce),we.setScissorTest(ie),q=-1;return}else if(Ae.__webglFramebuffer===void 0)je.setupRenderTarget(A);else if(Ae.__hasExternalTextures)je.rebindTextures(A,Xe.get(A.texture).__webglTexture,Xe.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let st=A.depthTexture;if(Ae.__boundDepthTexture!==st){if(st!==null&&Xe.has(st)&&(A.width!==st.image.width||A.height!==st.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");je.setupDepthRenderbuffer(A)}}let Ne=A.texture;(Ne.isData3DTexture||Ne.isDataArrayTexture||Ne.isCompressedArrayTexture)&&(Te=!0);let Ge=Xe.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray(Ge[V])?K=Ge[V][ee]:K=Ge[V],Z=!0):A.samples>0&&je.useMultisampledRTT(A)===!1?K=Xe.get(A).__webglMultisampledFramebuffer:Array.isArray(Ge)?K=Ge[ee]:K=Ge,Q.copy(A.viewport),ce.copy(A.scissor),ie=A.scissorTest}else Q.copy(Be).multiplyScalar(me).floor(),ce.copy(mt).multiplyScalar(me).floor(),ie=dt;if(ee!==0&&(K=G),we.bindFramebuffer(k.FRAMEBUFFER,K)&&we.drawBuffers(A,K),we.viewport(Q),we.scissor(ce),we.setScissorTest(ie),Z){let Ae=Xe.get(A.texture);k.framebufferTexture2D(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_CUBE_MAP_POSITIVE_X+V,Ae.__webglTexture,ee)}else if(Te){let Ae=V;for(let Ne=0;Ne<A.textures.length;Ne++){let Ge=Xe.get(A.textures[Ne]);k.framebufferTextureLayer(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0+Ne,Ge.__webglTexture,ee,Ae)}}else if(A!==null&&ee!==0){let Ae=Xe.get(A.texture);k.framebufferTexture2D(k.FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,Ae.__webglTexture,ee)}q=-1};function no(A){let V=Xe.get(A);return(V.__readFormat!==A.format||V.__readType!==A.type)&&(V.__readFormat=A.format,V.__readType=A.type,V.__formatReadable=lt.textureFormatReadable(A.format),V.__typeReadable=lt.textureTypeReadable(A.type)),V}this.readRenderTargetPixels=function(A,V,ee,K,Z,Te,Ie,Ae=0){if(!(A&&A.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ne=Xe.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Ie!==void 0&&(Ne=Ne[Ie],Array.isArray(Ne)&&(Ne=Ne[0])),Ne){we.bindFramebuffer(k.FRAMEBUFFER,Ne);try{let Ge=A.textures[Ae],st=Ge.format,gt=Ge.type;A.textures.length>1&&k.readBuffer(k.COLOR_ATTACHMENT0+Ae);let Ve=no(Ge);if(Ve.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Ve.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}V>=0&&V<=A.width-K&&ee>=0&&ee<=A.height-Z&&k.readPixels(V,ee,K,Z,ye.convert(st),ye.convert(gt),Te)}finally{let Ge=ne!==null?Xe.get(ne).__webglFramebuffer:null;we.bindFramebuffer(k.FRAMEBUFFER,Ge)}}},this.readRenderTargetPixelsAsync=async function(A,V,ee,K,Z,Te,Ie,Ae=0){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ne=Xe.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&Ie!==void 0&&(Ne=Ne[Ie],Array.isArray(Ne)&&(Ne=Ne[0])),Ne)if(V>=0&&V<=A.width-K&&ee>=0&&ee<=A.height-Z){we.bindFramebuffer(k.FRAMEBUFFER,Ne);let Ge=A.textures[Ae],st=Ge.format,gt=Ge.type;A.textures.length>1&&k.readBuffer(k.COLOR_ATTACHMENT0+Ae);let Ve=no(Ge);if(Ve.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Ve.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let _t=k.createBuffer();k.bindBuffer(k.PIXEL_PACK_BUFFER,_t),k.bufferData(k.PIXEL_PACK_BUFFER,Te.byteLength,k.STREAM_READ),k.readPixels(V,ee,K,Z,ye.convert(st),ye.convert(gt),0),k.bindBuffer(k.PIXEL_PACK_BUFFER,null);let Jt=ne!==null?Xe.get(ne).__webglFramebuffer:null;we.bindFramebuffer(k.FRAMEBUFFER,Jt);let Nt=k.fenceSync(k.SYNC_GPU_COMMANDS_COMPLETE,0);return k.flush(),await Xx(k,Nt,4),k.bindBuffer(k.PIXEL_PACK_BUFFER,_t),k.getBufferSubData(k.PIXEL_PACK_BUFFER,0,Te),k.bindBuffer(k.PIXEL_PACK_BUFFER,null),k.deleteBuffer(_t),k.deleteSync(Nt),Te}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(A,V=null,ee=0){let K=Math.pow(2,-ee),Z=Math.floor(A.image.width*K),Te=Math.floor(A.image.height*K),Ie=V!==null?V.x:0,Ae=V!==null?V.y:0;je.setTexture2D(A,0),k.copyTexSubImage2D(k.TEXTURE_2D,ee,0,0,Ie,Ae,Z,Te),we.unbindTexture()},this.copyTextureToTexture=function(A,V,ee=null,K=null,Z=0,Te=0){let Ie,Ae,Ne,Ge,st,gt,Ve,_t,Jt,Nt=A.isCompressedTexture?A.mipmaps[Te]:A.image;if(ee!==null)Ie=ee.max.x-ee.min.x,Ae=ee.max.y-ee.min.y,Ne=ee.isBox3?ee.max.z-ee.min.z:1,Ge=ee.min.x,st=ee.min.y,gt=ee.isBox3?ee.min.z:0;else{let ft=Math.pow(2,-Z);Ie=Math.floor(Nt.width*ft),Ae=Math.floor(Nt.height*ft),A.isDataArrayTexture?Ne=Nt.depth:A.isData3DTexture?Ne=Math.floor(Nt.depth*ft):Ne=1,Ge=0,st=0,gt=0}K!==null?(Ve=K.x,_t=K.y,Jt=K.z):(Ve=0,_t=0,Jt=0);let Pt=ye.convert(V.format),Mn=ye.convert(V.type),Ue;V.isData3DTexture?(je.setTexture3D(V,0),Ue=k.TEXTURE_3D):V.isDataArrayTexture||V.isCompressedArrayTexture?(je.setTexture2DArray(V,0),Ue=k.TEXTURE_2D_ARRAY):(je.setTexture2D(V,0),Ue=k.TEXTURE_2D),we.activeTexture(k.TEXTURE0),we.pixelStorei(k.UNPACK_FLIP_Y_WEBGL,V.flipY),we.pixelStorei(k.UNPACK_PREMULTIPLY_ALPHA_WEBGL,V.premultiplyAlpha),we.pixelStorei(k.UNPACK_ALIGNMENT,V.unpackAlignment);let pn=we.getParameter(k.UNPACK_ROW_LENGTH),bt=we.getParameter(k.UNPACK_IMAGE_HEIGHT),ws=we.getParameter(k.UNPACK_SKIP_PIXELS),mn=we.getParameter(k.UNPACK_SKIP_ROWS),io=we.getParameter(k.UNPACK_SKIP_IMAGES);we.pixelStorei(k.UNPACK_ROW_LENGTH,Nt.width),we.pixelStorei(k.UNPACK_IMAGE_HEIGHT,Nt.height),we.pixelStorei(k.UNPACK_SKIP_PIXELS,Ge),we.pixelStorei(k.UNPACK_SKIP_ROWS,st),we.pixelStorei(k.UNPACK_SKIP_IMAGES,gt);let is=A.isDataArrayTexture||A.isData3DTexture,Es=V.isDataArrayTexture||V.isData3DTexture;if(A.isDepthTexture){let ft=Xe.get(A),on=Xe.get(V),Zn=Xe.get(ft.__renderTarget),Lt=Xe.get(on.__renderTarget);we.bindFramebuffer(k.READ_FRAMEBUFFER,Zn.__webglFramebuffer),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,Lt.__webglFramebuffer);for(let gn=0;gn<Ne;gn++)is&&(k.framebufferTextureLayer(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,Xe.get(A).__webglTexture,Z,gt+gn),k.framebufferTextureLayer(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,Xe.get(V).__webglTexture,Te,Jt+gn)),k.blitFramebuffer(Ge,st,Ge+Ie,st+Ae,Ve,_t,Ve+Ie,_t+Ae,k.DEPTH_BUFFER_BIT,k.NEAREST);we.bindFramebuffer(k.READ_FRAMEBUFFER,null),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,null)}else if(Z!==0||A.isRenderTargetTexture||Xe.has(A)){let ft=Xe.get(A),on=Xe.get(V);we.bindFramebuffer(k.READ_FRAMEBUFFER,L),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,H);for(let Zn=0;Zn<Ne;Zn++)is?k.framebufferTextureLayer(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,ft.__webglTexture,Z,gt+Zn):k.framebufferTexture2D(k.READ_FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,ft.__webglTexture,Z),Es?k.framebufferTextureLayer(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,on.__webglTexture,Te,Jt+Zn):k.framebufferTexture2D(k.DRAW_FRAMEBUFFER,k.COLOR_ATTACHMENT0,k.TEXTURE_2D,on.__webglTexture,Te),Z!==0?k.blitFramebuffer(Ge,st,Ge+Ie,st+Ae,Ve,_t,Ve+Ie,_t+Ae,k.COLOR_BUFFER_BIT,k.NEAREST):Es?k.copyTexSubImage3D(Ue,Te,Ve,_t,Jt+Zn,Ge,st,Ie,Ae):k.copyTexSubImage2D(Ue,Te,Ve,_t,Ge,st,Ie,Ae);we.bindFramebuffer(k.READ_FRAMEBUFFER,null),we.bindFramebuffer(k.DRAW_FRAMEBUFFER,null)}else Es?A.isDataTexture||A.isData3DTexture?k.texSubImage3D(Ue,Te,Ve,_t,Jt,Ie,Ae,Ne,Pt,Mn,Nt.data):V.isCompressedArrayTexture?k.compressedTexSubImage3D(Ue,Te,Ve,_t,Jt,Ie,Ae,Ne,Pt,Nt.data):k.texSubImage3D(Ue,Te,Ve,_t,Jt,Ie,Ae,Ne,Pt,Mn,Nt):A.isDataTexture?k.texSubImage2D(k.TEXTURE_2D,Te,Ve,_t,Ie,Ae,Pt,Mn,Nt.data):A.isCompressedTexture?k.compressedTexSubImage2D(k.TEXTURE_2D,Te,Ve,_t,Nt.width,Nt.height,Pt,Nt.data):k.texSubImage2D(k.TEXTURE_2D,Te,Ve,_t,Ie,Ae,Pt,Mn,Nt);we.pixelStorei(k.UNPACK_ROW_LENGTH,pn),we.pixelStorei(k.UNPACK_IMAGE_HEIGHT,bt),we.pixelStorei(k.UNPACK_SKIP_PIXELS,ws),we.pixelStorei(k.UNPACK_SKIP_ROWS,mn),we.pixelStorei(k.UNPACK_SKIP_IMAGES,io),Te===0&&V.generateMipmaps===!0&&V.mipmapsAutoUpdate===!0&&k.generateMipmap(Ue),we.unbindTexture()},this.initRenderTarget=function(A){Xe.get(A).__webglFramebuffer===void 0&&je.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?je.setTextureCube(A,0):A.isData3DTexture?je.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?je.setTexture2DArray(A,0):je.setTexture2D(A,0),we.unbindTexture()},this.resetState=function(){U=0,z=0,ne=null,we.reset(),Me.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ni}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=ut._getDrawingBufferColorSpace(e),t.unpackColorSpace=ut._getUnpackColorSpace()}};var Dy={type:"change"},Op={type:"start"},Uy={type:"end"},Rh=new hs,Oy=new Si,YC=Math.cos(70*ui.DEG2RAD),Cn=new W,hi=2*Math.PI,Ct={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Dp=1e-6,Ih=class extends Rl{constructor(e,t=null){super(e,t),this.state=Ct.NONE,this.target=new W,this.cursor=new W,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:pr.ROTATE,MIDDLE:pr.DOLLY,RIGHT:pr.PAN},this.touches={ONE:mr.ROTATE,TWO:mr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new W,this._lastQuaternion=new vn,this._lastTargetPosition=new W,this._quat=new vn().setFromUnitVectors(e.up,new W(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new oa,this._sphericalDelta=new oa,this._scale=1,this._panOffset=new W,this._rotateStart=new He,this._rotateEnd=new He,this._rotateDelta=new He,this._panStart=new He,this._panEnd=new He,this._panDelta=new He,this._dollyStart=new He,this._dollyEnd=new He,this._dollyDelta=new He,this._dollyDirection=new W,this._mouse=new He,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=$C.bind(this),this._onPointerDown=qC.bind(this),this._onPointerUp=KC.bind(this),this._onContextMenu=nR.bind(this),this._onMouseWheel=JC.bind(this),this._onKeyDown=QC.bind(this),this._onTouchStart=eR.bind(this),this._onTouchMove=tR.bind(this),this._onMouseDown=jC.bind(this),this._onMouseMove=ZC.bind(this),this._interceptControlDown=iR.bind(this),this._interceptControlUp=sR.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ct.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Dy),this.update(),this.state=Ct.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;Cn.copy(t).sub(this.target),Cn.applyQuaternion(this._quat),this._spherical.setFromVector3(Cn),this.autoRotate&&this.state===Ct.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=hi:n>Math.PI&&(n-=hi),s<-Math.PI?s+=hi:s>Math.PI&&(s-=hi),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Cn.setFromSpherical(this._spherical),Cn.applyQuaternion(this._quatInverse),t.copy(this.target).add(Cn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Cn.length();o=this._clampDistance(a*this._scale);let c=a-o;this.object.position.addScaledVector(this._dollyDirection,c),this.object.updateMatrixWorld(),r=!!c}else if(this.object.isOrthographicCamera){let a=new W(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let c=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=c!==this.object.zoom;let l=new W(this._mouse.x,this._mouse.y,0);l.unproject(this.object),this.object.position.sub(l).add(a),this.object.updateMatrixWorld(),o=Cn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Rh.origin.copy(this.object.position),Rh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Rh.direction))<YC?this.object.lookAt(this.target):(Oy.setFromNormalAndCoplanarPoint(this.object.up,this.target),Rh.intersectPlane(Oy,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Dp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Dp||this._lastTargetPosition.distanceToSquared(this.target)>Dp?(this.dispatchEvent(Dy),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?hi/60*this.autoRotateSpeed*e:hi/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){Cn.setFromMatrixColumn(t,0),Cn.multiplyScalar(-e),this._panOffset.add(Cn)}_panUp(e,t){this.screenSpacePanning===!0?Cn.setFromMatrixColumn(t,1):(Cn.setFromMatrixColumn(t,0),Cn.crossVectors(this.object.up,Cn)),Cn.multiplyScalar(e),this._panOffset.add(Cn)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Cn.copy(s).sub(this.target);let r=Cn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(hi*this._rotateDelta.x/t.clientHeight),this._rotateUp(hi*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-hi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(hi*this._rotateDelta.x/t.clientHeight),this._rotateUp(hi*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new He,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function qC(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function $C(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function KC(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Uy),this.state=Ct.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function jC(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case pr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ct.DOLLY;break;case pr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ct.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ct.ROTATE}break;case pr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ct.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ct.PAN}break;default:this.state=Ct.NONE}this.state!==Ct.NONE&&this.dispatchEvent(Op)}function ZC(i){switch(this.state){case Ct.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ct.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ct.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function JC(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ct.NONE||(i.preventDefault(),this.dispatchEvent(Op),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(Uy))}function QC(i){this.enabled!==!1&&this._handleKeyDown(i)}function eR(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case mr.ROTATE:if(this.enableRotate===!1){this.state=Ct.NONE;break}this._handleTouchStartRotate(i),this.state=Ct.TOUCH_ROTATE;break;case mr.PAN:if(this.enablePan===!1){this.state=Ct.NONE;break}this._handleTouchStartPan(i),this.state=Ct.TOUCH_PAN;break;default:this.state=Ct.NONE}break;case 2:switch(this.touches.TWO){case mr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ct.TOUCH_DOLLY_PAN;break;case mr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ct.TOUCH_DOLLY_ROTATE;break;default:this.state=Ct.NONE}break;default:this.state=Ct.NONE}this.state!==Ct.NONE&&this.dispatchEvent(Op)}function tR(i){switch(this._trackPointer(i),this.state){case Ct.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ct.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ct.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ct.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ct.NONE}}function nR(i){this.enabled!==!1&&i.preventDefault()}function iR(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function sR(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var Hl=class extends yl{constructor(e){super(e)}parse(e){function t(U){switch(U.image_type){case d:case _:if(U.colormap_length>256||U.colormap_size!==24||U.colormap_type!==1)throw new Error("THREE.TGALoader: Invalid type colormap data for indexed type.");break;case f:case p:case m:case g:if(U.colormap_type)throw new Error("THREE.TGALoader: Invalid type colormap data for colormap type.");break;case h:throw new Error("THREE.TGALoader: No data.");default:throw new Error("THREE.TGALoader: Invalid type "+U.image_type)}if(U.width<=0||U.height<=0)throw new Error("THREE.TGALoader: Invalid image size.");if(U.pixel_size!==8&&U.pixel_size!==16&&U.pixel_size!==24&&U.pixel_size!==32)throw new Error("THREE.TGALoader: Invalid pixel size "+U.pixel_size)}function n(U,z,ne,q,j){let Q,ce,ie=ne.pixel_size>>3,Y=ne.width*ne.height*ie;if(z&&(ce=j.subarray(q,q+=ne.colormap_length*(ne.colormap_size>>3))),U){Q=new Uint8Array(Y);let se,te,ae,me=0,Oe=new Uint8Array(ie);for(;me<Y;)if(se=j[q++],te=(se&127)+1,se&128){for(ae=0;ae<ie;++ae)Oe[ae]=j[q++];for(ae=0;ae<te;++ae)Q.set(Oe,me+ae*ie);me+=ie*te}else{for(te*=ie,ae=0;ae<te;++ae)Q[me+ae]=j[q++];me+=te}}else Q=j.subarray(q,q+=z?ne.width*ne.height:Y);return{pixel_data:Q,palettes:ce}}function s(U,z,ne,q,j,Q,ce,ie,Y){let se=Y,te=I.colormap_index,ae,me=0,Oe,Ze,Be=I.width;for(Ze=z;Ze!==q;Ze+=ne)for(Oe=j;Oe!==ce;Oe+=Q,me++)ae=ie[me]-te,U[(Oe+Be*Ze)*4+3]=255,U[(Oe+Be*Ze)*4+2]=se[ae*3+0],U[(Oe+Be*Ze)*4+1]=se[ae*3+1],U[(Oe+Be*Ze)*4+0]=se[ae*3+2];return U}function r(U,z,ne,q,j,Q,ce,ie){let Y,se=0,te,ae,me=I.width;for(ae=z;ae!==q;ae+=ne)for(te=j;te!==ce;te+=Q,se+=2)Y=ie[se+0]+(ie[se+1]<<8),U[(te+me*ae)*4+0]=(Y&31744)>>7,U[(te+me*ae)*4+1]=(Y&992)>>2,U[(te+me*ae)*4+2]=(Y&31)<<3,U[(te+me*ae)*4+3]=Y&32768?0:255;return U}function o(U,z,ne,q,j,Q,ce,ie){let Y=0,se,te,ae=I.width;for(te=z;te!==q;te+=ne)for(se=j;se!==ce;se+=Q,Y+=3)U[(se+ae*te)*4+3]=255,U[(se+ae*te)*4+2]=ie[Y+0],U[(se+ae*te)*4+1]=ie[Y+1],U[(se+ae*te)*4+0]=ie[Y+2];return U}function a(U,z,ne,q,j,Q,ce,ie){let Y=0,se,te,ae=I.width;for(te=z;te!==q;te+=ne)for(se=j;se!==ce;se+=Q,Y+=4)U[(se+ae*te)*4+2]=ie[Y+0],U[(se+ae*te)*4+1]=ie[Y+1],U[(se+ae*te)*4+0]=ie[Y+2],U[(se+ae*te)*4+3]=ie[Y+3];return U}function c(U,z,ne,q,j,Q,ce,ie){let Y,se=0,te,ae,me=I.width;for(ae=z;ae!==q;ae+=ne)for(te=j;te!==ce;te+=Q,se++)Y=ie[se],U[(te+me*ae)*4+0]=Y,U[(te+me*ae)*4+1]=Y,U[(te+me*ae)*4+2]=Y,U[(te+me*ae)*4+3]=255;return U}function l(U,z,ne,q,j,Q,ce,ie){let Y=0,se,te,ae=I.width;for(te=z;te!==q;te+=ne)for(se=j;se!==ce;se+=Q,Y+=2)U[(se+ae*te)*4+0]=ie[Y+0],U[(se+ae*te)*4+1]=ie[Y+0],U[(se+ae*te)*4+2]=ie[Y+0],U[(se+ae*te)*4+3]=ie[Y+1];return U}function u(U,z,ne,q,j){let Q,ce,ie,Y,se,te;switch((I.flags&y)>>w){default:case S:Q=0,ie=1,se=z,ce=0,Y=1,te=ne;break;case b:Q=0,ie=1,se=z,ce=ne-1,Y=-1,te=-1;break;case x:Q=z-1,ie=-1,se=-1,ce=0,Y=1,te=ne;break;case C:Q=z-1,ie=-1,se=-1,ce=ne-1,Y=-1,te=-1;break}if(G)switch(I.pixel_size){case 8:c(U,ce,Y,te,Q,ie,se,q);break;case 16:l(U,ce,Y,te,Q,ie,se,q);break;default:throw new Error("THREE.TGALoader: Format not supported.")}else switch(I.pixel_size){case 8:s(U,ce,Y,te,Q,ie,se,q,j);break;case 16:r(U,ce,Y,te,Q,ie,se,q);break;case 24:o(U,ce,Y,te,Q,ie,se,q);break;case 32:a(U,ce,Y,te,Q,ie,se,q);break;default:throw new Error("THREE.TGALoader: Format not supported.")}return U}let h=0,d=1,f=2,p=3,_=9,m=10,g=11,y=48,w=4,b=0,C=1,S=2,x=3;if(e.length<19)throw new Error("THREE.TGALoader: Not enough data to contain header.");let E=0,D=new Uint8Array(e),I={id_length:D[E++],colormap_type:D[E++],image_type:D[E++],colormap_index:D[E++]|D[E++]<<8,colormap_length:D[E++]|D[E++]<<8,colormap_size:D[E++],origin:[D[E++]|D[E++]<<8,D[E++]|D[E++]<<8],width:D[E++]|D[E++]<<8,height:D[E++]|D[E++]<<8,pixel_size:D[E++],flags:D[E++]};if(t(I),I.id_length+E>e.length)throw new Error("THREE.TGALoader: No data.");E+=I.id_length;let N=!1,B=!1,G=!1;switch(I.image_type){case _:N=!0,B=!0;break;case d:B=!0;break;case m:N=!0;break;case f:break;case g:N=!0,G=!0;break;case p:G=!0;break}let L=new Uint8Array(I.width*I.height*4),H=n(N,B,I,E,D);return u(L,I.width,I.height,H.pixel_data,H.palettes),{data:L,width:I.width,height:I.height,flipY:!0,generateMipmaps:!0,minFilter:Li}}};function di(i,e){let t=[],n=i.childNodes;for(let s=0,r=n.length;s<r;s++){let o=n[s];o.nodeName===e&&t.push(o)}return t}function rR(i){return i.length===0?[]:i.trim().split(/\s+/)}function Kn(i){return i.length===0?[]:i.trim().split(/\s+/).map(parseFloat)}function Nh(i){return i.length===0?[]:i.trim().split(/\s+/).map(e=>parseInt(e))}function kn(i){return i.substring(1)}var Ph=class{constructor(){this.count=0}generateId(){return"three_default_"+this.count++}parse(e){if(e.length===0)return null;let t=new DOMParser().parseFromString(e,"application/xml"),n=di(t,"COLLADA")[0],s=t.getElementsByTagName("parsererror")[0];if(s!==void 0){let c=di(s,"div")[0],l;return c?l=c.textContent:l=this.parserErrorToText(s),console.error(`THREE.ColladaLoader: Failed to parse collada file.
`,l),null}let r=n.getAttribute("version");console.debug("THREE.ColladaLoader: File version",r);let o=this.parseAsset(di(n,"asset")[0]),a={animations:{},clips:{},controllers:{},images:{},effects:{},materials:{},cameras:{},lights:{},geometries:{},nodes:{},visualScenes:{},kinematicsModels:{},physicsModels:{},kinematicsScenes:{},joints:{}};return this.library=a,this.collada=n,this.parseLibrary(n,"library_animations","animation",this.parseAnimation.bind(this)),this.parseLibrary(n,"library_animation_clips","animation_clip",this.parseAnimationClip.bind(this)),this.parseLibrary(n,"library_controllers","controller",this.parseController.bind(this)),this.parseLibrary(n,"library_images","image",this.parseImage.bind(this)),this.parseLibrary(n,"library_effects","effect",this.parseEffect.bind(this)),this.parseLibrary(n,"library_materials","material",this.parseMaterial.bind(this)),this.parseLibrary(n,"library_cameras","camera",this.parseCamera.bind(this)),this.parseLibrary(n,"library_lights","light",this.parseLight.bind(this)),this.parseLibrary(n,"library_geometries","geometry",this.parseGeometry.bind(this)),this.parseLibrary(n,"library_nodes","node",this.parseNode.bind(this)),this.parseLibrary(n,"library_visual_scenes","visual_scene",this.parseVisualScene.bind(this)),this.parseLibrary(n,"library_joints","joint",this.parseLibraryJoint.bind(this)),this.parseLibrary(n,"library_kinematics_models","kinematics_model",this.parseKinematicsModel.bind(this)),this.parseLibrary(n,"library_physics_models","physics_model",this.parsePhysicsModel.bind(this)),this.parseLibrary(n,"scene","instance_kinematics_scene",this.parseKinematicsScene.bind(this)),{library:a,asset:o,collada:n}}parserErrorToText(e){let t=[],n=[e];for(;n.length;){let s=n.shift();s.nodeType===Node.TEXT_NODE?t.push(s.textContent):(t.push(`
`),n.push(...s.childNodes))}return t.join("").trim()}parseAsset(e){return{unit:this.parseAssetUnit(di(e,"unit")[0]),upAxis:this.parseAssetUpAxis(di(e,"up_axis")[0])}}parseAssetUnit(e){return e!==void 0&&e.hasAttribute("meter")===!0?parseFloat(e.getAttribute("meter")):1}parseAssetUpAxis(e){return e!==void 0?e.textContent:"Y_UP"}parseLibrary(e,t,n,s){let r=di(e,t)[0];if(r!==void 0){let o=di(r,n);for(let a=0;a<o.length;a++)s(o[a])}}parseAnimation(e){let t={sources:{},samplers:{},channels:{}},n=!1;for(let s=0,r=e.childNodes.length;s<r;s++){let o=e.childNodes[s];if(o.nodeType!==1)continue;let a;switch(o.nodeName){case"source":a=o.getAttribute("id"),t.sources[a]=this.parseSource(o);break;case"sampler":a=o.getAttribute("id"),t.samplers[a]=this.parseAnimationSampler(o);break;case"channel":a=o.getAttribute("target"),t.channels[a]=this.parseAnimationChannel(o);break;case"animation":this.parseAnimation(o),n=!0;break;default:}}n===!1&&(this.library.animations[e.getAttribute("id")||ui.generateUUID()]=t)}parseAnimationSampler(e){let t={inputs:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1&&r.nodeName==="input"){let o=kn(r.getAttribute("source")),a=r.getAttribute("semantic");t.inputs[a]=o}}return t}parseAnimationChannel(e){let t={},s=e.getAttribute("target").split("/"),r=s.shift(),o=s.shift(),a=o.indexOf("(")!==-1,c=o.indexOf(".")!==-1;if(c)s=o.split("."),o=s.shift(),t.member=s.shift();else if(a){let l=o.split("(");o=l.shift();for(let u=0;u<l.length;u++)l[u]=parseInt(l[u].replace(/\)/,""));t.indices=l}return t.id=r,t.sid=o,t.arraySyntax=a,t.memberSyntax=c,t.sampler=kn(e.getAttribute("source")),t}parseAnimationClip(e){let t={name:e.getAttribute("id")||"default",start:parseFloat(e.getAttribute("start")||0),end:parseFloat(e.getAttribute("end")||0),animations:[]};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="instance_animation"&&t.animations.push(kn(r.getAttribute("url")))}this.library.clips[e.getAttribute("id")]=t}parseController(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"skin":t.id=kn(r.getAttribute("source")),t.skin=this.parseSkin(r);break;case"morph":t.id=kn(r.getAttribute("source")),console.warn("THREE.ColladaLoader: Morph target animation not supported yet.");break}}this.library.controllers[e.getAttribute("id")]=t}parseSkin(e){let t={sources:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"bind_shape_matrix":t.bindShapeMatrix=Kn(r.textContent);break;case"source":let o=r.getAttribute("id");t.sources[o]=this.parseSource(r);break;case"joints":t.joints=this.parseJoints(r);break;case"vertex_weights":t.vertexWeights=this.parseVertexWeights(r);break}}return t}parseJoints(e){let t={inputs:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1&&r.nodeName==="input"){let o=r.getAttribute("semantic"),a=kn(r.getAttribute("source"));t.inputs[o]=a}}return t}parseVertexWeights(e){let t={inputs:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"input":let o=r.getAttribute("semantic"),a=kn(r.getAttribute("source")),c=parseInt(r.getAttribute("offset"));t.inputs[o]={id:a,offset:c};break;case"vcount":t.vcount=Nh(r.textContent);break;case"v":t.v=Nh(r.textContent);break}}return t}parseImage(e){let t={init_from:di(e,"init_from")[0].textContent};this.library.images[e.getAttribute("id")]=t}parseEffect(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="profile_COMMON"&&(t.profile=this.parseEffectProfileCOMMON(r))}this.library.effects[e.getAttribute("id")]=t}parseEffectProfileCOMMON(e){let t={surfaces:{},samplers:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"newparam":this.parseEffectNewparam(r,t);break;case"technique":t.technique=this.parseEffectTechnique(r);break;case"extra":t.extra=this.parseEffectExtra(r);break}}return t}parseEffectNewparam(e,t){let n=e.getAttribute("sid");for(let s=0,r=e.childNodes.length;s<r;s++){let o=e.childNodes[s];if(o.nodeType===1)switch(o.nodeName){case"surface":t.surfaces[n]=this.parseEffectSurface(o);break;case"sampler2D":t.samplers[n]=this.parseEffectSampler(o);break}}}parseEffectSurface(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="init_from"&&(t.init_from=r.textContent)}return t}parseEffectSampler(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="source"&&(t.source=r.textContent)}return t}parseEffectTechnique(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"constant":case"lambert":case"blinn":case"phong":t.type=r.nodeName,t.parameters=this.parseEffectParameters(r);break;case"extra":t.extra=this.parseEffectExtra(r);break}}return t}parseEffectParameters(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"emission":case"diffuse":case"specular":case"bump":case"ambient":case"shininess":case"transparency":t[r.nodeName]=this.parseEffectParameter(r);break;case"transparent":t[r.nodeName]={opaque:r.hasAttribute("opaque")?r.getAttribute("opaque"):"A_ONE",data:this.parseEffectParameter(r)};break}}return t}parseEffectParameter(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"color":t[r.nodeName]=Kn(r.textContent);break;case"float":t[r.nodeName]=parseFloat(r.textContent);break;case"texture":t[r.nodeName]={id:r.getAttribute("texture"),extra:this.parseEffectParameterTexture(r)};break}}return t}parseEffectParameterTexture(e){let t={technique:{}};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="extra"&&this.parseEffectParameterTextureExtra(r,t)}return t}parseEffectParameterTextureExtra(e,t){for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique"&&this.parseEffectParameterTextureExtraTechnique(r,t)}}parseEffectParameterTextureExtraTechnique(e,t){for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"repeatU":case"repeatV":case"offsetU":case"offsetV":t.technique[r.nodeName]=parseFloat(r.textContent);break;case"wrapU":case"wrapV":r.textContent.toUpperCase()==="TRUE"?t.technique[r.nodeName]=1:r.textContent.toUpperCase()==="FALSE"?t.technique[r.nodeName]=0:t.technique[r.nodeName]=parseInt(r.textContent);break;case"bump":t[r.nodeName]=this.parseEffectExtraTechniqueBump(r);break}}}parseEffectExtra(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique"&&(t.technique=this.parseEffectExtraTechnique(r))}return t}parseEffectExtraTechnique(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"double_sided":t[r.nodeName]=parseInt(r.textContent);break;case"bump":t[r.nodeName]=this.parseEffectExtraTechniqueBump(r);break}}return t}parseEffectExtraTechniqueBump(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="texture"&&(t[r.nodeName]={id:r.getAttribute("texture"),texcoord:r.getAttribute("texcoord"),extra:this.parseEffectParameterTexture(r)})}return t}parseMaterial(e){let t={name:e.getAttribute("name")};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="instance_effect"&&(t.url=kn(r.getAttribute("url")))}this.library.materials[e.getAttribute("id")]=t}parseCamera(e){let t={name:e.getAttribute("name")};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="optics"&&(t.optics=this.parseCameraOptics(r))}this.library.cameras[e.getAttribute("id")]=t}parseCameraOptics(e){for(let t=0;t<e.childNodes.length;t++){let n=e.childNodes[t];if(n.nodeName==="technique_common")return this.parseCameraTechnique(n)}return{}}parseCameraTechnique(e){let t={};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];switch(s.nodeName){case"perspective":case"orthographic":t.technique=s.nodeName,t.parameters=this.parseCameraParameters(s);break}}return t}parseCameraParameters(e){let t={};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];switch(s.nodeName){case"xfov":case"yfov":case"xmag":case"ymag":case"znear":case"zfar":case"aspect_ratio":t[s.nodeName]=parseFloat(s.textContent);break}}return t}parseLight(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];r.nodeType===1&&r.nodeName==="technique_common"&&(t=this.parseLightTechnique(r))}this.library.lights[e.getAttribute("id")]=t}parseLightTechnique(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"directional":case"point":case"spot":case"ambient":t.technique=r.nodeName,t.parameters=this.parseLightParameters(r);break}}return t}parseLightParameters(e){let t={};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"color":let o=Kn(r.textContent);t.color=new We().fromArray(o),ut.colorSpaceToWorking(t.color,Et);break;case"falloff_angle":t.falloffAngle=parseFloat(r.textContent);break;case"quadratic_attenuation":let a=parseFloat(r.textContent);t.distance=a?Math.sqrt(1/a):0;break}}return t}parseGeometry(e){let t={name:e.getAttribute("name"),sources:{},vertices:{},primitives:[]},n=di(e,"mesh")[0];if(n!==void 0){for(let s=0;s<n.childNodes.length;s++){let r=n.childNodes[s];if(r.nodeType!==1)continue;let o=r.getAttribute("id");switch(r.nodeName){case"source":t.sources[o]=this.parseSource(r);break;case"vertices":t.vertices=this.parseGeometryVertices(r);break;case"polygons":case"lines":case"linestrips":case"polylist":case"triangles":t.primitives.push(this.parseGeometryPrimitive(r));break;default:}}this.library.geometries[e.getAttribute("id")]=t}}parseSource(e){let t={array:[],stride:3};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"float_array":t.array=Kn(s.textContent);break;case"Name_array":t.array=rR(s.textContent);break;case"technique_common":let r=di(s,"accessor")[0];r!==void 0&&(t.stride=parseInt(r.getAttribute("stride")));break}}return t}parseGeometryVertices(e){let t={};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&(t[s.getAttribute("semantic")]=kn(s.getAttribute("source")))}return t}parseGeometryPrimitive(e){let t={type:e.nodeName,material:e.getAttribute("material"),count:parseInt(e.getAttribute("count")),inputs:{},stride:0,hasUV:!1};for(let n=0,s=e.childNodes.length;n<s;n++){let r=e.childNodes[n];if(r.nodeType===1)switch(r.nodeName){case"input":let o=kn(r.getAttribute("source")),a=r.getAttribute("semantic"),c=parseInt(r.getAttribute("offset")),l=parseInt(r.getAttribute("set")),u=l>0?a+l:a;t.inputs[u]={id:o,offset:c},t.stride=Math.max(t.stride,c+1),a==="TEXCOORD"&&(t.hasUV=!0);break;case"vcount":t.vcount=Nh(r.textContent);break;case"p":t.p=Nh(r.textContent);break}}return t.type==="polygons"&&(t.vcount=[t.p.length/t.stride]),t}parseLibraryJoint(e){this.library.joints[e.getAttribute("id")]=this.parseKinematicsJoint(e)}parseKinematicsModel(e){let t={name:e.getAttribute("name")||"",joints:{},links:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="technique_common"&&this.parseKinematicsTechniqueCommon(s,t)}this.library.kinematicsModels[e.getAttribute("id")]=t}parseKinematicsTechniqueCommon(e,t){for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"joint":t.joints[s.getAttribute("sid")]=this.parseKinematicsJoint(s);break;case"instance_joint":t.joints[s.getAttribute("sid")]=this.library.joints[kn(s.getAttribute("url"))];break;case"link":t.links.push(this.parseKinematicsLink(s));break}}}parseKinematicsJoint(e){let t;for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"prismatic":case"revolute":t=this.parseKinematicsJointParameter(s);break}}return t}parseKinematicsJointParameter(e){let t={sid:e.getAttribute("sid"),name:e.getAttribute("name")||"",axis:new W,limits:{min:0,max:0},type:e.nodeName,static:!1,zeroPosition:0,middlePosition:0};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"axis":let r=Kn(s.textContent);t.axis.fromArray(r);break;case"limits":let o=s.getElementsByTagName("max")[0],a=s.getElementsByTagName("min")[0];t.limits.max=parseFloat(o.textContent),t.limits.min=parseFloat(a.textContent);break}}return t.limits.min>=t.limits.max&&(t.static=!0),t.middlePosition=(t.limits.min+t.limits.max)/2,t}parseKinematicsLink(e){let t={sid:e.getAttribute("sid"),name:e.getAttribute("name")||"",attachments:[],transforms:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"attachment_full":t.attachments.push(this.parseKinematicsAttachment(s));break;case"matrix":case"translate":case"rotate":t.transforms.push(this.parseKinematicsTransform(s));break}}return t}parseKinematicsAttachment(e){let t={joint:e.getAttribute("joint").split("/").pop(),transforms:[],links:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"link":t.links.push(this.parseKinematicsLink(s));break;case"matrix":case"translate":case"rotate":t.transforms.push(this.parseKinematicsTransform(s));break}}return t}parseKinematicsTransform(e){let t={type:e.nodeName},n=Kn(e.textContent);switch(t.type){case"matrix":t.obj=new et,t.obj.fromArray(n).transpose();break;case"translate":t.obj=new W,t.obj.fromArray(n);break;case"rotate":t.obj=new W,t.obj.fromArray(n),t.angle=ui.degToRad(n[3]);break}return t}parsePhysicsModel(e){let t={name:e.getAttribute("name")||"",rigidBodies:{}};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="rigid_body"&&(t.rigidBodies[s.getAttribute("name")]={},this.parsePhysicsRigidBody(s,t.rigidBodies[s.getAttribute("name")]))}this.library.physicsModels[e.getAttribute("id")]=t}parsePhysicsRigidBody(e,t){for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="technique_common"&&this.parsePhysicsTechniqueCommon(s,t)}}parsePhysicsTechniqueCommon(e,t){for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1)switch(s.nodeName){case"inertia":t.inertia=Kn(s.textContent);break;case"mass":t.mass=Kn(s.textContent)[0];break}}}parseKinematicsScene(e){let t={bindJointAxis:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];s.nodeType===1&&s.nodeName==="bind_joint_axis"&&t.bindJointAxis.push(this.parseKinematicsBindJointAxis(s))}this.library.kinematicsScenes[kn(e.getAttribute("url"))]=t}parseKinematicsBindJointAxis(e){let t={target:e.getAttribute("target").split("/").pop()};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];if(s.nodeType===1&&s.nodeName==="axis"){let r=s.getElementsByTagName("param")[0];t.axis=r.textContent;let o=t.axis.split("inst_").pop().split("axis")[0];t.jointIndex=o.substring(0,o.length-1)}}return t}prepareNodes(e){let t=e.getElementsByTagName("node");for(let n=0;n<t.length;n++){let s=t[n];s.hasAttribute("id")===!1&&s.setAttribute("id",this.generateId())}}parseNode(e){let t=new et,n=new W,s={name:e.getAttribute("name")||"",type:e.getAttribute("type"),id:e.getAttribute("id"),sid:e.getAttribute("sid"),matrix:new et,nodes:[],instanceCameras:[],instanceControllers:[],instanceLights:[],instanceGeometries:[],instanceNodes:[],transforms:{},transformData:{},transformOrder:[]};for(let r=0;r<e.childNodes.length;r++){let o=e.childNodes[r];if(o.nodeType!==1)continue;let a;switch(o.nodeName){case"node":s.nodes.push(o.getAttribute("id")),this.parseNode(o);break;case"instance_camera":s.instanceCameras.push(kn(o.getAttribute("url")));break;case"instance_controller":s.instanceControllers.push(this.parseNodeInstance(o));break;case"instance_light":s.instanceLights.push(kn(o.getAttribute("url")));break;case"instance_geometry":s.instanceGeometries.push(this.parseNodeInstance(o));break;case"instance_node":s.instanceNodes.push(kn(o.getAttribute("url")));break;case"matrix":a=Kn(o.textContent),s.matrix.multiply(t.fromArray(a).transpose());{let c=o.getAttribute("sid");s.transforms[c]=o.nodeName,s.transformData[c]={type:"matrix",array:a},s.transformOrder.push(c)}break;case"translate":a=Kn(o.textContent),n.fromArray(a),s.matrix.multiply(t.makeTranslation(n.x,n.y,n.z));{let c=o.getAttribute("sid");s.transforms[c]=o.nodeName,s.transformData[c]={type:"translate",x:a[0],y:a[1],z:a[2]},s.transformOrder.push(c)}break;case"rotate":a=Kn(o.textContent);{let c=ui.degToRad(a[3]);s.matrix.multiply(t.makeRotationAxis(n.fromArray(a),c));let l=o.getAttribute("sid");s.transforms[l]=o.nodeName,s.transformData[l]={type:"rotate",axis:[a[0],a[1],a[2]],angle:a[3]},s.transformOrder.push(l)}break;case"scale":a=Kn(o.textContent),s.matrix.scale(n.fromArray(a));{let c=o.getAttribute("sid");s.transforms[c]=o.nodeName,s.transformData[c]={type:"scale",x:a[0],y:a[1],z:a[2]},s.transformOrder.push(c)}break;case"extra":break;default:}}return this.hasNode(s.id)?console.warn("THREE.ColladaLoader: There is already a node with ID %s. Exclude current node from further processing.",s.id):this.library.nodes[s.id]=s,s}parseNodeInstance(e){let t={id:kn(e.getAttribute("url")),materials:{},skeletons:[]};for(let n=0;n<e.childNodes.length;n++){let s=e.childNodes[n];switch(s.nodeName){case"bind_material":let r=s.getElementsByTagName("instance_material");for(let o=0;o<r.length;o++){let a=r[o],c=a.getAttribute("symbol"),l=a.getAttribute("target");t.materials[c]=kn(l)}break;case"skeleton":t.skeletons.push(kn(s.textContent));break;default:break}}return t}parseVisualScene(e){let t={name:e.getAttribute("name"),children:[]};this.prepareNodes(e);let n=di(e,"node");for(let s=0;s<n.length;s++)t.children.push(this.parseNode(n[s]));this.library.visualScenes[e.getAttribute("id")]=t}hasNode(e){return this.library.nodes[e]!==void 0}};var Lh=class{constructor(e,t,n,s){this.library=e,this.collada=t,this.textureLoader=n,this.tgaLoader=s,this.tempColor=new We,this.animations=[],this.kinematics={},this.position=new W,this.scale=new W,this.quaternion=new vn,this.matrix=new et,this.deferredPivotAnimations={},this.transformNodes={}}compose(){let e=this.library;this.buildLibrary(e.animations,this.buildAnimation.bind(this)),this.buildLibrary(e.clips,this.buildAnimationClip.bind(this)),this.buildLibrary(e.controllers,this.buildController.bind(this)),this.buildLibrary(e.images,this.buildImage.bind(this)),this.buildLibrary(e.effects,this.buildEffect.bind(this)),this.buildLibrary(e.materials,this.buildMaterial.bind(this)),this.buildLibrary(e.cameras,this.buildCamera.bind(this)),this.buildLibrary(e.lights,this.buildLight.bind(this)),this.buildLibrary(e.geometries,this.buildGeometry.bind(this)),this.buildLibrary(e.visualScenes,this.buildVisualScene.bind(this)),this.setupAnimations(),this.setupKinematics();let t=this.parseScene(di(this.collada,"scene")[0]);return t.animations=this.animations,{scene:t,animations:this.animations,kinematics:this.kinematics}}buildLibrary(e,t){for(let n in e){let s=e[n];s.build=t(e[n])}}getBuild(e,t){return e.build!==void 0||(e.build=t(e)),e.build}isEmpty(e){return Object.keys(e).length===0}buildAnimation(e){let t=[],n=e.channels,s=e.samplers,r=e.sources,o=this.aggregateAnimationChannels(n,s,r);for(let a in o){let c=this.library.nodes[a];if(!c)continue;let l=o[a];if(this.hasPivotTransforms(c))this.collectDeferredPivotAnimation(a,l);else{let u=this.getNode(a),h=!1;for(let d in l){let f=c.transforms[d],p=c.transformData[d],_=l[d];switch(f){case"matrix":this.buildMatrixTracks(u,_,c,t);break;case"translate":this.buildTranslateTrack(u,_,p,t);break;case"rotate":h||(this.buildRotateTrack(u,d,_,p,c,t),h=!0);break;case"scale":this.buildScaleTrack(u,_,p,t);break}}}}return t}collectDeferredPivotAnimation(e,t){this.deferredPivotAnimations[e]||(this.deferredPivotAnimations[e]={});let n=this.deferredPivotAnimations[e];for(let s in t){n[s]||(n[s]={});for(let r in t[s])n[s][r]=t[s][r]}}hasPivotTransforms(e){let t=["rotatePivot","rotatePivotInverse","rotatePivotTranslation","scalePivot","scalePivotInverse","scalePivotTranslation"];for(let n of t)if(e.transforms[n]!==void 0)return!0;return!1}getAnimation(e){return this.getBuild(this.library.animations[e],this.buildAnimation.bind(this))}aggregateAnimationChannels(e,t,n){let s={};for(let r in e){if(!e.hasOwnProperty(r))continue;let o=e[r],a=t[o.sampler],c=a.inputs.INPUT,l=a.inputs.OUTPUT,u=n[c],h=n[l],d=a.inputs.INTERPOLATION,f=a.inputs.IN_TANGENT,p=a.inputs.OUT_TANGENT,_=d?n[d]:null,m=f?n[f]:null,g=p?n[p]:null,y=o.id,w=o.sid,b=o.member||"default";s[y]||(s[y]={}),s[y][w]||(s[y][w]={}),s[y][w][b]={times:u.array,values:h.array,stride:h.stride,arraySyntax:o.arraySyntax,indices:o.indices,interpolation:_?_.array:null,inTangent:m?m.array:null,outTangent:g?g.array:null,inTangentStride:m?m.stride:0,outTangentStride:g?g.stride:0}}return s}buildMatrixTracks(e,t,n,s){let r=n.matrix.clone().transpose(),o={};for(let l in t){let u=t[l],h=u.times,d=u.values,f=u.stride;for(let p=0,_=h.length;p<_;p++){let m=h[p],g=p*f;if(o[m]===void 0&&(o[m]={}),u.arraySyntax===!0){let y=d[g],w=u.indices[0]+4*u.indices[1];o[m][w]=y}else for(let y=0;y<f;y++)o[m][y]=d[g+y]}}let a=this.prepareAnimationData(o,r),c={name:e.uuid,keyframes:a};this.createKeyframeTracks(c,s)}buildTranslateTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,u=Array.from(l.times),h=Array.from(l.values),d=new Yn(e.uuid+".position",u,h),f=this.getInterpolationInfo(t);this.applyInterpolation(d,f,t),s.push(d);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let u=r[l],h=this.getValueAtTime(t.X,u,n.x),d=this.getValueAtTime(t.Y,u,n.y),f=this.getValueAtTime(t.Z,u,n.z);o.push(h,d,f)}let c=new Yn(e.uuid+".position",r,o);this.applyInterpolation(c,a),s.push(c)}buildRotateTrack(e,t,n,s,r,o){let a=n.ANGLE||n.default;if(!a)return;let c=Array.from(a.times);if(c.length===0)return;let l=[];for(let m of r.transformOrder)if(r.transforms[m]==="rotate"){let y=r.transformData[m];l.push({sid:m,axis:new W(y.axis[0],y.axis[1],y.axis[2]),defaultAngle:y.angle})}let u=new vn,h=new vn,d=new vn,f=[],p=this.getInterpolationInfo(n);for(let m=0;m<c.length;m++){let g=c[m];u.identity();for(let y of l){let w;y.sid===t?w=this.getValueAtTime(a,g,y.defaultAngle):w=y.defaultAngle;let b=ui.degToRad(w);d.setFromAxisAngle(y.axis,b),u.multiply(d)}m>0&&h.dot(u)<0&&(u.x=-u.x,u.y=-u.y,u.z=-u.z,u.w=-u.w),h.copy(u),f.push(u.x,u.y,u.z,u.w)}let _=new ps(e.uuid+".quaternion",c,f);this.applyInterpolation(_,p),o.push(_)}buildScaleTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,u=Array.from(l.times),h=Array.from(l.values),d=new Yn(e.uuid+".scale",u,h),f=this.getInterpolationInfo(t);this.applyInterpolation(d,f,t),s.push(d);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let u=r[l],h=this.getValueAtTime(t.X,u,n.x),d=this.getValueAtTime(t.Y,u,n.y),f=this.getValueAtTime(t.Z,u,n.z);o.push(h,d,f)}let c=new Yn(e.uuid+".scale",r,o);this.applyInterpolation(c,a),s.push(c)}getTimesForAllAxes(e){let t=[];return e.X&&(t=t.concat(Array.from(e.X.times))),e.Y&&(t=t.concat(Array.from(e.Y.times))),e.Z&&(t=t.concat(Array.from(e.Z.times))),e.ANGLE&&(t=t.concat(Array.from(e.ANGLE.times))),e.default&&(t=t.concat(Array.from(e.default.times))),t=[...new Set(t)].sort((n,s)=>n-s),t}getValueAtTime(e,t,n){if(!e)return n;let s=e.times,r=e.values,o=e.interpolation;for(let a=0;a<s.length;a++){if(s[a]===t)return r[a];if(s[a]>t){if(a===0)return r[0];let c=a-1,l=a,u=s[c],h=s[l],d=r[c],f=r[l],p=o?o[c]:"LINEAR";if(p==="STEP")return d;if(p==="BEZIER"&&e.inTangent&&e.outTangent)return this.evaluateBezierComponent(e,c,l,u,h,t);{let _=(t-u)/(h-u);return d+_*(f-d)}}}return r[r.length-1]}evaluateBezierComponent(e,t,n,s,r,o){let a=e.values,c=e.inTangent,l=e.outTangent,u=e.inTangentStride||1,h=a[t],d=a[n],f,p,_,m;u===2?(f=l[t*2],p=l[t*2+1],_=c[n*2],m=c[n*2+1]):(f=s+(r-s)/3,p=l[t],_=r-(r-s)/3,m=c[n]);let g=(o-s)/(r-s);for(let x=0;x<8;x++){let E=g*g,D=E*g,I=1-g,N=I*I,G=N*I*s+3*N*g*f+3*I*E*_+D*r,L=3*N*(f-s)+6*I*g*(_-f)+3*E*(r-_);if(Math.abs(L)<1e-10)break;let H=G-o;if(Math.abs(H)<1e-10)break;g=g-H/L,g=Math.max(0,Math.min(1,g))}let y=g*g,w=y*g,b=1-g,C=b*b;return C*b*h+3*C*g*p+3*b*y*m+w*d}getInterpolationInfo(e){let t=["X","Y","Z","ANGLE","default"],n=null,s=!0;for(let r of t){let o=e[r];if(!o||!o.interpolation)continue;let a=o.interpolation;for(let c=0;c<a.length;c++){let l=a[c];n===null?n=l:l!==n&&(s=!1)}}return{type:n||"LINEAR",uniform:s}}applyInterpolation(e,t,n=null){if(t.type==="STEP"&&t.uniform)e.setInterpolation(Ur);else if(t.type==="BEZIER"&&t.uniform&&n){let s=n.default;s&&s.inTangent&&s.outTangent&&(e.setInterpolation(Ka),e.settings={inTangents:new Float32Array(s.inTangent),outTangents:new Float32Array(s.outTangent)})}}prepareAnimationData(e,t){let n=[];for(let s in e)n.push({time:parseFloat(s),value:e[s]});n.sort((s,r)=>s.time-r.time);for(let s=0;s<16;s++)this.transformAnimationData(n,s,t.elements[s]);return n}createKeyframeTracks(e,t){let n=e.keyframes,s=e.name,r=[],o=[],a=[],c=[],l=this.position,u=this.quaternion,h=this.scale,d=this.matrix;for(let f=0,p=n.length;f<p;f++){let _=n[f],m=_.time,g=_.value;d.fromArray(g).transpose(),d.decompose(l,u,h),r.push(m),o.push(l.x,l.y,l.z),a.push(u.x,u.y,u.z,u.w),c.push(h.x,h.y,h.z)}return o.length>0&&t.push(new Yn(s+".position",r,o)),a.length>0&&t.push(new ps(s+".quaternion",r,a)),c.length>0&&t.push(new Yn(s+".scale",r,c)),t}transformAnimationData(e,t,n){let s,r=!0,o,a;for(o=0,a=e.length;o<a;o++)s=e[o],s.value[t]===void 0?s.value[t]=null:r=!1;if(r===!0)for(o=0,a=e.length;o<a;o++)s=e[o],s.value[t]=n;else this.createMissingKeyframes(e,t)}createMissingKeyframes(e,t){let n,s;for(let r=0,o=e.length;r<o;r++){let a=e[r];if(a.value[t]===null){if(n=this.getPrev(e,r,t),s=this.getNext(e,r,t),n===null){a.value[t]=s.value[t];continue}if(s===null){a.value[t]=n.value[t];continue}this.interpolate(a,n,s,t)}}}getPrev(e,t,n){for(;t>=0;){let s=e[t];if(s.value[n]!==null)return s;t--}return null}getNext(e,t,n){for(;t<e.length;){let s=e[t];if(s.value[n]!==null)return s;t++}return null}interpolate(e,t,n,s){if(n.time-t.time===0){e.value[s]=t.value[s];return}e.value[s]=(e.time-t.time)*(n.value[s]-t.value[s])/(n.time-t.time)+t.value[s]}buildAnimationClip(e){let t=[],n=e.name,s=e.end-e.start||-1,r=e.animations;for(let o=0,a=r.length;o<a;o++){let c=this.getAnimation(r[o]);for(let l=0,u=c.length;l<u;l++)t.push(c[l])}return new na(n,s,t)}getAnimationClip(e){return this.getBuild(this.library.clips[e],this.buildAnimationClip.bind(this))}buildController(e){let t={id:e.id},n=this.library.geometries[t.id];return e.skin!==void 0&&(t.skin=this.buildSkin(e.skin),n.sources.skinIndices=t.skin.indices,n.sources.skinWeights=t.skin.weights),t}buildSkin(e){let n={joints:[],indices:{array:[],stride:4},weights:{array:[],stride:4}},s=e.sources,r=e.vertexWeights,o=r.vcount,a=r.v,c=r.inputs.JOINT.offset,l=r.inputs.WEIGHT.offset,u=e.sources[e.joints.inputs.JOINT],h=e.sources[e.joints.inputs.INV_BIND_MATRIX],d=s[r.inputs.WEIGHT.id].array,f=0,p,_,m;for(p=0,m=o.length;p<m;p++){let y=o[p],w=[];for(_=0;_<y;_++){let b=a[f+c],C=a[f+l],S=d[C];w.push({index:b,weight:S}),f+=2}for(w.sort(g),_=0;_<4;_++){let b=w[_];b!==void 0?(n.indices.array.push(b.index),n.weights.array.push(b.weight)):(n.indices.array.push(0),n.weights.array.push(0))}}for(e.bindShapeMatrix?n.bindMatrix=new et().fromArray(e.bindShapeMatrix).transpose():n.bindMatrix=new et().identity(),p=0,m=u.array.length;p<m;p++){let y=u.array[p],w=new et().fromArray(h.array,p*h.stride).transpose();n.joints.push({name:y,boneInverse:w})}return n;function g(y,w){return w.weight-y.weight}}getController(e){return this.getBuild(this.library.controllers[e],this.buildController.bind(this))}buildImage(e){return e.build!==void 0?e.build:e.init_from}getImage(e){let t=this.library.images[e];return t!==void 0?this.getBuild(t,this.buildImage.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find image with ID:",e),null)}buildEffect(e){return e}getEffect(e){return this.getBuild(this.library.effects[e],this.buildEffect.bind(this))}getTextureLoader(e){let t,n=e.slice((e.lastIndexOf(".")-1>>>0)+2);return n=n.toLowerCase(),n==="tga"?t=this.tgaLoader:t=this.textureLoader,t}buildMaterial(e){let t=this.getEffect(e.url),n=t.profile.technique,s;switch(n.type){case"phong":case"blinn":s=new hr;break;case"lambert":s=new _l;break;default:s=new Br;break}s.name=e.name||"";let r=this;function o(u,h=null){let d=t.profile.samplers[u.id],f=null;if(d!==void 0){let p=t.profile.surfaces[d.source];f=r.getImage(p.init_from)}else console.warn("THREE.ColladaLoader: Undefined sampler. Access image directly (see #12530)."),f=r.getImage(u.id);if(f!==null){let p=r.getTextureLoader(f);if(p!==void 0){let _=p.load(f),m=u.extra;if(m!==void 0&&m.technique!==void 0&&r.isEmpty(m.technique)===!1){let g=m.technique;_.wrapS=g.wrapU?Bs:si,_.wrapT=g.wrapV?Bs:si,_.offset.set(g.offsetU||0,g.offsetV||0),_.repeat.set(g.repeatU||1,g.repeatV||1)}else _.wrapS=Bs,_.wrapT=Bs;return h!==null&&(_.colorSpace=h),_}else return console.warn("THREE.ColladaLoader: Loader for texture %s not found.",f),null}else return console.warn("THREE.ColladaLoader: Couldn't create texture with ID:",u.id),null}let a=n.parameters;for(let u in a){let h=a[u];switch(u){case"diffuse":h.color&&s.color.fromArray(h.color),h.texture&&(s.map=o(h.texture,Et));break;case"specular":h.color&&s.specular&&s.specular.fromArray(h.color),h.texture&&(s.specularMap=o(h.texture));break;case"bump":h.texture&&(s.normalMap=o(h.texture));break;case"ambient":h.texture&&(s.lightMap=o(h.texture,Et));break;case"shininess":h.float&&s.shininess&&(s.shininess=h.float);break;case"emission":h.color&&s.emissive&&s.emissive.fromArray(h.color),h.texture&&(s.emissiveMap=o(h.texture,Et));break}}ut.colorSpaceToWorking(s.color,Et),s.specular&&ut.colorSpaceToWorking(s.specular,Et),s.emissive&&ut.colorSpaceToWorking(s.emissive,Et);let c=a.transparent,l=a.transparency;if(l===void 0&&c&&(l={float:1}),c===void 0&&l&&(c={opaque:"A_ONE",data:{color:[1,1,1,1]}}),c&&l)if(c.data.texture)s.transparent=!0;else{let u=c.data.color;switch(c.opaque){case"A_ONE":s.opacity=u[3]*l.float;break;case"RGB_ZERO":s.opacity=1-u[0]*l.float;break;case"A_ZERO":s.opacity=1-u[3]*l.float;break;case"RGB_ONE":s.opacity=u[0]*l.float;break;default:console.warn('THREE.ColladaLoader: Invalid opaque type "%s" of transparent tag.',c.opaque)}s.opacity<1&&(s.transparent=!0)}if(n.extra!==void 0&&n.extra.technique!==void 0){let u=n.extra.technique;for(let h in u){let d=u[h];switch(h){case"double_sided":s.side=d===1?li:gs;break;case"bump":s.normalMap=o(d.texture),s.normalScale=new He(1,1);break}}}return s}getMaterial(e){return this.getBuild(this.library.materials[e],this.buildMaterial.bind(this))}buildCamera(e){let t;switch(e.optics.technique){case"perspective":t=new bn(e.optics.parameters.yfov,e.optics.parameters.aspect_ratio,e.optics.parameters.znear,e.optics.parameters.zfar);break;case"orthographic":let n=e.optics.parameters.ymag,s=e.optics.parameters.xmag,r=e.optics.parameters.aspect_ratio;s=s===void 0?n*r:s,n=n===void 0?s/r:n,s*=.5,n*=.5,t=new Xr(-s,s,n,-n,e.optics.parameters.znear,e.optics.parameters.zfar);break;default:t=new bn;break}return t.name=e.name||"",t}getCamera(e){let t=this.library.cameras[e];return t!==void 0?this.getBuild(t,this.buildCamera.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find camera with ID:",e),null)}buildLight(e){let t;switch(e.technique){case"directional":t=new Yr;break;case"point":t=new wl;break;case"spot":t=new Ml;break;case"ambient":t=new qr;break}return e.parameters.color&&t.color.copy(e.parameters.color),e.parameters.distance&&(t.distance=e.parameters.distance),e.parameters.falloffAngle&&(t.angle=ui.degToRad(e.parameters.falloffAngle)),t}getLight(e){let t=this.library.lights[e];return t!==void 0?this.getBuild(t,this.buildLight.bind(this)):(console.warn("THREE.ColladaLoader: Couldn't find light with ID:",e),null)}groupPrimitives(e){let t={};for(let n=0;n<e.length;n++){let s=e[n];t[s.type]===void 0&&(t[s.type]=[]),t[s.type].push(s)}return t}checkUVCoordinates(e){let t=0;for(let n=0,s=e.length;n<s;n++)e[n].hasUV===!0&&t++;t>0&&t<e.length&&(e.uvsNeedsFix=!0)}buildGeometry(e){let t={},n=e.sources,s=e.vertices,r=e.primitives;if(r.length===0)return{};let o=this.groupPrimitives(r);for(let a in o){let c=o[a];this.checkUVCoordinates(c),t[a]=this.buildGeometryType(c,n,s)}return t}buildGeometryType(e,t,n){let s={},r={array:[],stride:0},o={array:[],stride:0},a={array:[],stride:0},c={array:[],stride:0},l={array:[],stride:0},u={array:[],stride:4},h={array:[],stride:4},d=new qt,f=[],p=0;for(let _=0;_<e.length;_++){let m=e[_],g=m.inputs,y=0;switch(m.type){case"lines":case"linestrips":y=m.count*2;break;case"triangles":y=m.count*3;break;case"polygons":case"polylist":for(let w=0;w<m.count;w++){let b=m.vcount[w];switch(b){case 3:y+=3;break;case 4:y+=6;break;default:y+=(b-2)*3;break}}break;default:console.warn("THREE.ColladaLoader: Unknown primitive type:",m.type)}d.addGroup(p,y,_),p+=y,m.material&&f.push(m.material),m.positionSource=t[n.POSITION],m.positionOffset=g.VERTEX.offset;for(let w in g){let b=g[w];switch(w){case"VERTEX":for(let C in n){let S=n[C];switch(C){case"POSITION":let x=r.array.length;if(this.buildGeometryData(m,t[S],b.offset,r.array),r.stride=t[S].stride,t.skinWeights&&t.skinIndices&&(this.buildGeometryData(m,t.skinIndices,b.offset,u.array),this.buildGeometryData(m,t.skinWeights,b.offset,h.array)),m.hasUV===!1&&e.uvsNeedsFix===!0){let E=(r.array.length-x)/r.stride;for(let D=0;D<E;D++)a.array.push(0,0)}break;case"NORMAL":this.buildGeometryData(m,t[S],b.offset,o.array),o.stride=t[S].stride;break;case"COLOR":this.buildGeometryData(m,t[S],b.offset,l.array,!0),l.stride=t[S].stride;break;case"TEXCOORD":this.buildGeometryData(m,t[S],b.offset,a.array),a.stride=t[S].stride;break;case"TEXCOORD1":this.buildGeometryData(m,t[S],b.offset,c.array),a.stride=t[S].stride;break;default:console.warn('THREE.ColladaLoader: Semantic "%s" not handled in geometry build process.',C)}}break;case"NORMAL":this.buildGeometryData(m,t[b.id],b.offset,o.array),o.stride=t[b.id].stride;break;case"COLOR":this.buildGeometryData(m,t[b.id],b.offset,l.array,!0),l.stride=t[b.id].stride;break;case"TEXCOORD":this.buildGeometryData(m,t[b.id],b.offset,a.array),a.stride=t[b.id].stride;break;case"TEXCOORD1":this.buildGeometryData(m,t[b.id],b.offset,c.array),c.stride=t[b.id].stride;break}}}return r.array.length>0&&d.setAttribute("position",new ht(r.array,r.stride)),o.array.length>0&&d.setAttribute("normal",new ht(o.array,o.stride)),l.array.length>0&&d.setAttribute("color",new ht(l.array,l.stride)),a.array.length>0&&d.setAttribute("uv",new ht(a.array,a.stride)),c.array.length>0&&d.setAttribute("uv1",new ht(c.array,c.stride)),u.array.length>0&&d.setAttribute("skinIndex",new ht(u.array,u.stride)),h.array.length>0&&d.setAttribute("skinWeight",new ht(h.array,h.stride)),s.data=d,s.type=e[0].type,s.materialKeys=f,s}buildGeometryData(e,t,n,s,r=!1){let o=e.p,a=e.stride,c=e.vcount,l=e.positionSource,u=e.positionOffset,h=this.tempColor;function d(_){let m=o[_+n]*p,g=m+p;for(;m<g;m++)s.push(f[m]);if(r){let y=s.length-p;h.setRGB(s[y+0],s[y+1],s[y+2],Et),s[y+0]=h.r,s[y+1]=h.g,s[y+2]=h.b}}let f=t.array,p=t.stride;if(e.vcount!==void 0){let _=0;for(let m=0,g=c.length;m<g;m++){let y=c[m];if(y===4){let w=_+a*0,b=_+a*1,C=_+a*2,S=_+a*3;d(w),d(b),d(S),d(b),d(C),d(S)}else if(y===3){let w=_+a*0,b=_+a*1,C=_+a*2;d(w),d(b),d(C)}else if(y>4){let w=[];for(let D=0;D<y;D++){let I=_+a*D+u,N=o[I]*l.stride,B=l.array[N],G=l.array[N+1],L=l.array[N+2];w.push(new W(B,G,L))}let b=new W,C=new qi;C.a=w[0],C.b=w[1],C.c=w[2],C.getNormal(b);let S=[];if(Math.abs(b.x)>Math.abs(b.y)&&Math.abs(b.x)>Math.abs(b.z))for(let D=0;D<y;D++)S.push(new He(w[D].y,w[D].z));else if(Math.abs(b.y)>Math.abs(b.z))for(let D=0;D<y;D++)S.push(new He(w[D].x,w[D].z));else for(let D=0;D<y;D++)S.push(new He(w[D].x,w[D].y));let x=ea.isClockWise(S);x===!0&&S.reverse();let E=ea.triangulateShape(S,[]);for(let D=0;D<E.length;D++){let I=E[D],N,B,G;x===!1?(N=I[0],B=I[1],G=I[2]):(N=y-1-I[0],B=y-1-I[2],G=y-1-I[1]);let L=_+a*N,H=_+a*B,U=_+a*G;d(L),d(H),d(U)}}_+=a*y}}else for(let _=0,m=o.length;_<m;_+=a)d(_)}getGeometry(e){return this.getBuild(this.library.geometries[e],this.buildGeometry.bind(this))}buildKinematicsModel(e){return e.build!==void 0?e.build:e}getKinematicsModel(e){return this.getBuild(this.library.kinematicsModels[e],this.buildKinematicsModel.bind(this))}buildKinematicsScene(e){return e.build!==void 0?e.build:e}getKinematicsScene(e){return this.getBuild(this.library.kinematicsScenes[e],this.buildKinematicsScene.bind(this))}setupKinematics(){let e=Object.keys(this.library.kinematicsModels)[0],t=Object.keys(this.library.kinematicsScenes)[0],n=Object.keys(this.library.visualScenes)[0];if(e===void 0||t===void 0)return;let s=this.getKinematicsModel(e),r=this.getKinematicsScene(t),o=this.getVisualScene(n),a=r.bindJointAxis,c={},l=this.collada,u=this;for(let p=0,_=a.length;p<_;p++){let m=a[p],g=l.querySelector('[sid="'+m.target+'"]');if(g){let y=g.parentElement;h(m.jointIndex,y)}}function h(p,_){let m=_.getAttribute("name"),g=s.joints[p],y=u.buildTransformList(_);o.traverse(function(w){w.name===m&&(c[p]={object:w,transforms:y,joint:g,position:g.zeroPosition})})}let d=new et,f=this.matrix;this.kinematics={joints:s&&s.joints,getJointValue:function(p){let _=c[p];if(_)return _.position;console.warn("THREE.ColladaLoader: Joint "+p+" doesn't exist.")},setJointValue:function(p,_){let m=c[p];if(m){let g=m.joint;if(_>g.limits.max||_<g.limits.min)console.warn("THREE.ColladaLoader: Joint "+p+" value "+_+" outside of limits (min: "+g.limits.min+", max: "+g.limits.max+").");else if(g.static)console.warn("THREE.ColladaLoader: Joint "+p+" is static.");else{let y=m.object,w=g.axis,b=m.transforms;f.identity();for(let C=0;C<b.length;C++){let S=b[C];if(S.sid&&S.sid.indexOf(p)!==-1)switch(g.type){case"revolute":f.multiply(d.makeRotationAxis(w,ui.degToRad(_)));break;case"prismatic":f.multiply(d.makeTranslation(w.x*_,w.y*_,w.z*_));break;default:console.warn("THREE.ColladaLoader: Unknown joint type: "+g.type);break}else switch(S.type){case"matrix":f.multiply(S.obj);break;case"translate":f.multiply(d.makeTranslation(S.obj.x,S.obj.y,S.obj.z));break;case"scale":f.scale(S.obj);break;case"rotate":f.multiply(d.makeRotationAxis(S.obj,S.angle));break}}y.matrix.copy(f),y.matrix.decompose(y.position,y.quaternion,y.scale),c[p].position=_}}else console.warn("THREE.ColladaLoader: Joint "+p+" does not exist.")}}}buildTransformList(e){let t=[],n=this.collada.querySelector('[id="'+e.id+'"]');for(let s=0;s<n.childNodes.length;s++){let r=n.childNodes[s];if(r.nodeType!==1)continue;let o,a;switch(r.nodeName){case"matrix":o=Kn(r.textContent);let c=new et().fromArray(o).transpose();t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:c});break;case"translate":case"scale":o=Kn(r.textContent),a=new W().fromArray(o),t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:a});break;case"rotate":o=Kn(r.textContent),a=new W().fromArray(o);let l=ui.degToRad(o[3]);t.push({sid:r.getAttribute("sid"),type:r.nodeName,obj:a,angle:l});break}}return t}buildSkeleton(e,t){let n=[],s=[],r,o,a;for(r=0;r<e.length;r++){let u=e[r],h;if(this.hasNode(u))h=this.getNode(u),this.buildBoneHierarchy(h,t,n);else if(this.hasVisualScene(u)){let f=this.library.visualScenes[u].children;for(let p=0;p<f.length;p++){let _=f[p];if(_.type==="JOINT"){let m=this.getNode(_.id);this.buildBoneHierarchy(m,t,n)}}}else console.error("THREE.ColladaLoader: Unable to find root bone of skeleton with ID:",u)}for(r=0;r<t.length;r++)for(o=0;o<n.length;o++)if(a=n[o],a.bone.name===t[r].name){s[r]=a,a.processed=!0;break}for(r=0;r<n.length;r++)a=n[r],a.processed===!1&&(s.push(a),a.processed=!0);let c=[],l=[];for(r=0;r<s.length;r++)a=s[r],c.push(a.bone),l.push(a.boneInverse);return new rl(c,l)}buildBoneHierarchy(e,t,n){e.traverse(function(s){if(s.isBone===!0){let r;for(let o=0;o<t.length;o++){let a=t[o];if(a.name===s.name){r=a.boneInverse;break}}r===void 0&&(r=new et),n.push({bone:s,boneInverse:r,processed:!1})}})}buildNode(e){let t=[],n=e.matrix,s=e.nodes,r=e.type,o=e.instanceCameras,a=e.instanceControllers,c=e.instanceLights,l=e.instanceGeometries,u=e.instanceNodes;for(let d=0,f=s.length;d<f;d++)t.push(this.getNode(s[d]));for(let d=0,f=o.length;d<f;d++){let p=this.getCamera(o[d]);p!==null&&t.push(p.clone())}for(let d=0,f=a.length;d<f;d++){let p=a[d],_=this.getController(p.id),m=this.getGeometry(_.id),g=this.buildObjects(m,p.materials),y=p.skeletons,w=_.skin.joints,b=this.buildSkeleton(y,w);for(let C=0,S=g.length;C<S;C++){let x=g[C];x.isSkinnedMesh&&(x.bind(b,_.skin.bindMatrix),x.normalizeSkinWeights()),t.push(x)}}for(let d=0,f=c.length;d<f;d++){let p=this.getLight(c[d]);p!==null&&t.push(p.clone())}for(let d=0,f=l.length;d<f;d++){let p=l[d],_=this.getGeometry(p.id),m=this.buildObjects(_,p.materials);for(let g=0,y=m.length;g<y;g++)t.push(m[g])}for(let d=0,f=u.length;d<f;d++)t.push(this.getNode(u[d]).clone());let h;if(s.length===0&&t.length===1)h=t[0];else{h=r==="JOINT"?new Jo:new tn;for(let d=0;d<t.length;d++)h.add(t[d])}return h.name=r==="JOINT"?e.sid:e.name,r!=="JOINT"&&this.hasPivotTransforms(e)?this.wrapWithTransformHierarchy(h,e):(h.matrix.copy(n),h.matrix.decompose(h.position,h.quaternion,h.scale),h)}wrapWithTransformHierarchy(e,t){let n=t.id;this.transformNodes[n]={};let s=t.transformOrder,r=t.transformData,o=new tn;o.name=t.name;let a=o;for(let c=0;c<s.length;c++){let l=s[c],u=r[l],h=new tn;switch(h.name=t.name+"_"+l,u.type){case"translate":h.position.set(u.x,u.y,u.z);break;case"rotate":{let d=new W(u.axis[0],u.axis[1],u.axis[2]),f=ui.degToRad(u.angle);h.quaternion.setFromAxisAngle(d,f),h.userData.rotationAxis=d;break}case"scale":h.scale.set(u.x,u.y,u.z);break;case"matrix":{new et().fromArray(u.array).transpose().decompose(h.position,h.quaternion,h.scale);break}}this.transformNodes[n][l]=h,a.add(h),a=h}return a.add(e),o}resolveMaterialBinding(e,t){let n=[];for(let s=0,r=e.length;s<r;s++){let o=t[e[s]];o===void 0?(console.warn("THREE.ColladaLoader: Material with key %s not found. Apply fallback material.",e[s]),n.push(this.fallbackMaterial)):n.push(this.getMaterial(o))}return n}get fallbackMaterial(){return this._fallbackMaterial===void 0&&(this._fallbackMaterial=new Br({name:qn.DEFAULT_MATERIAL_NAME,color:16711935})),this._fallbackMaterial}buildObjects(e,t){let n=[];for(let s in e){let r=e[s],o=this.resolveMaterialBinding(r.materialKeys,t);if(o.length===0&&(s==="lines"||s==="linestrips"?o.push(new ri):o.push(new hr)),s==="lines"||s==="linestrips")for(let u=0,h=o.length;u<h;u++){let d=o[u];if(d.isMeshPhongMaterial===!0||d.isMeshLambertMaterial===!0){let f=new ri;f.color.copy(d.color),f.opacity=d.opacity,f.transparent=d.transparent,o[u]=f}}let a=r.data.attributes.skinIndex!==void 0,c=o.length===1?o[0]:o,l;switch(s){case"lines":l=new Pi(r.data,c);break;case"linestrips":l=new ds(r.data,c);break;case"triangles":case"polygons":case"polylist":a?l=new sl(r.data,c):l=new nn(r.data,c);break}n.push(l)}return n}hasNode(e){return this.library.nodes[e]!==void 0}getNode(e){return this.getBuild(this.library.nodes[e],this.buildNode.bind(this))}buildVisualScene(e){let t=new tn;t.name=e.name;let n=e.children;for(let s=0;s<n.length;s++){let r=n[s];t.add(this.getNode(r.id))}return t}hasVisualScene(e){return this.library.visualScenes[e]!==void 0}getVisualScene(e){return this.getBuild(this.library.visualScenes[e],this.buildVisualScene.bind(this))}parseScene(e){let t=di(e,"instance_visual_scene")[0];return this.getVisualScene(this.parseId(t.getAttribute("url")))}parseId(e){return e.substring(1)}setupAnimations(){let e=this.library.clips;if(this.isEmpty(e)===!0){if(this.isEmpty(this.library.animations)===!1){let t=[];for(let n in this.library.animations){let s=this.getAnimation(n);for(let r=0,o=s.length;r<o;r++)t.push(s[r])}this.buildDeferredPivotAnimationTracks(t),this.animations.push(new na("default",-1,t))}}else for(let t in e)this.animations.push(this.getAnimationClip(t))}buildDeferredPivotAnimationTracks(e){for(let t in this.deferredPivotAnimations){let n=this.library.nodes[t];if(!n)continue;let s=this.deferredPivotAnimations[t];this.buildTransformHierarchyTracks(t,s,n,e)}}buildTransformHierarchyTracks(e,t,n,s){let r=this.transformNodes[e];if(!r){console.warn("THREE.ColladaLoader: Transform hierarchy not found for node:",e);return}for(let o in t){let a=r[o];if(!a)continue;let c=n.transforms[o],l=n.transformData[o],u=t[o];switch(c){case"translate":this.buildHierarchyTranslateTrack(a,u,l,s);break;case"rotate":this.buildHierarchyRotateTrack(a,u,l,s);break;case"scale":this.buildHierarchyScaleTrack(a,u,l,s);break}}}buildHierarchyTranslateTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,u=new Yn(e.uuid+".position",Array.from(l.times),Array.from(l.values)),h=this.getInterpolationInfo(t);this.applyInterpolation(u,h,t),s.push(u);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let u=r[l],h=this.getValueAtTime(t.X,u,n.x),d=this.getValueAtTime(t.Y,u,n.y),f=this.getValueAtTime(t.Z,u,n.z);o.push(h,d,f)}let c=new Yn(e.uuid+".position",r,o);this.applyInterpolation(c,a),s.push(c)}buildHierarchyRotateTrack(e,t,n,s){let r=t.ANGLE||t.default;if(!r)return;let o=Array.from(r.times);if(o.length===0)return;let a=e.userData.rotationAxis||new W(n.axis[0],n.axis[1],n.axis[2]),c=new vn,l=new vn,u=[],h=this.getInterpolationInfo(t);for(let f=0;f<o.length;f++){let p=o[f],_=this.getValueAtTime(r,p,n.angle),m=ui.degToRad(_);c.setFromAxisAngle(a,m),f>0&&l.dot(c)<0&&(c.x=-c.x,c.y=-c.y,c.z=-c.z,c.w=-c.w),l.copy(c),u.push(c.x,c.y,c.z,c.w)}let d=new ps(e.uuid+".quaternion",o,u);this.applyInterpolation(d,h),s.push(d)}buildHierarchyScaleTrack(e,t,n,s){if(t.default&&t.default.stride===3){let l=t.default,u=new Yn(e.uuid+".scale",Array.from(l.times),Array.from(l.values)),h=this.getInterpolationInfo(t);this.applyInterpolation(u,h,t),s.push(u);return}let r=this.getTimesForAllAxes(t);if(r.length===0)return;let o=[],a=this.getInterpolationInfo(t);for(let l=0;l<r.length;l++){let u=r[l],h=this.getValueAtTime(t.X,u,n.x),d=this.getValueAtTime(t.Y,u,n.y),f=this.getValueAtTime(t.Z,u,n.z);o.push(h,d,f)}let c=new Yn(e.uuid+".scale",r,o);this.applyInterpolation(c,a),s.push(c)}};var Dh=class extends qn{load(e,t,n,s){let r=this,o=r.path===""?El.extractUrlBase(e):r.path,a=new ms(r.manager);a.setPriority(r.priority),a.setCache(r.cache),a.setPath(r.path),a.setRequestHeader(r.requestHeader),a.setWithCredentials(r.withCredentials),a.load(e,function(c){try{t(r.parse(c,o))}catch(l){s?s(l):console.error(l),r.manager.itemError(e)}},n,s)}parse(e,t){if(e.length===0)return{scene:new kr};let s=new Ph().parse(e);if(s===null)return null;let{library:r,asset:o,collada:a}=s,c=new bl(this.manager);c.setPriority(this.priority),c.setCache(this.cache),c.setPath(this.resourcePath||t).setCrossOrigin(this.crossOrigin);let l;Hl&&(l=new Hl(this.manager),l.setPriority(this.priority),l.setCache(this.cache),l.setPath(this.resourcePath||t),l.setRequestHeader(this.requestHeader),l.setWithCredentials(this.withCredentials));let u=new Lh(r,a,c,l),{scene:h,animations:d,kinematics:f}=u.compose();return h.animations=d,o.upAxis==="Z_UP"&&(console.warn("THREE.ColladaLoader: You are loading an asset with a Z-UP coordinate system. The loader just rotates the asset to transform it into Y-UP. The vertex data are not converted, see #24289."),h.rotation.set(-Math.PI/2,0,0)),h.scale.multiplyScalar(o.unit),{get animations(){return console.warn("THREE.ColladaLoader: Please access animations over scene.animations now."),d},kinematics:f,library:r,scene:h}}};var oR=/^[og]\s*(.+)?/,aR=/^mtllib /,lR=/^usemtl /,cR=/^usemap /,Oh=/\s+/,Fy=new W,Up=new W,ky=new W,By=new W,Ui=new W,Uh=new We;function uR(){let i={objects:[],object:{},vertices:[],normals:[],colors:[],uvs:[],materials:{},materialLibraries:[],startObject:function(e,t){if(this.object&&this.object.fromDeclaration===!1){this.object.name=e,this.object.fromDeclaration=t!==!1;return}let n=this.object&&typeof this.object.currentMaterial=="function"?this.object.currentMaterial():void 0;if(this.object&&typeof this.object._finalize=="function"&&this.object._finalize(!0),this.object={name:e||"",fromDeclaration:t!==!1,geometry:{vertices:[],normals:[],colors:[],uvs:[],hasUVIndices:!1},materials:[],smooth:!0,startMaterial:function(s,r){let o=this._finalize(!1);o&&(o.inherited||o.groupCount<=0)&&this.materials.splice(o.index,1);let a={index:this.materials.length,name:s||"",mtllib:Array.isArray(r)&&r.length>0?r[r.length-1]:"",smooth:o!==void 0?o.smooth:this.smooth,groupStart:o!==void 0?o.groupEnd:0,groupEnd:-1,groupCount:-1,inherited:!1,clone:function(c){let l={index:typeof c=="number"?c:this.index,name:this.name,mtllib:this.mtllib,smooth:this.smooth,groupStart:0,groupEnd:-1,groupCount:-1,inherited:!1};return l.clone=this.clone.bind(l),l}};return this.materials.push(a),a},currentMaterial:function(){if(this.materials.length>0)return this.materials[this.materials.length-1]},_finalize:function(s){let r=this.currentMaterial();if(r&&r.groupEnd===-1&&(r.groupEnd=this.geometry.vertices.length/3,r.groupCount=r.groupEnd-r.groupStart,r.inherited=!1),s&&this.materials.length>1)for(let o=this.materials.length-1;o>=0;o--)this.materials[o].groupCount<=0&&this.materials.splice(o,1);return s&&this.materials.length===0&&this.materials.push({name:"",smooth:this.smooth}),r}},n&&n.name&&typeof n.clone=="function"){let s=n.clone(0);s.inherited=!0,this.object.materials.push(s)}this.objects.push(this.object)},finalize:function(){this.object&&typeof this.object._finalize=="function"&&this.object._finalize(!0)},parseVertexIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/3)*3},parseNormalIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/3)*3},parseUVIndex:function(e,t){let n=parseInt(e,10);return(n>=0?n-1:n+t/2)*2},addVertex:function(e,t,n){let s=this.vertices,r=this.object.geometry.vertices;r.push(s[e+0],s[e+1],s[e+2]),r.push(s[t+0],s[t+1],s[t+2]),r.push(s[n+0],s[n+1],s[n+2])},addVertexPoint:function(e){let t=this.vertices;this.object.geometry.vertices.push(t[e+0],t[e+1],t[e+2])},addVertexLine:function(e){let t=this.vertices;this.object.geometry.vertices.push(t[e+0],t[e+1],t[e+2])},addNormal:function(e,t,n){let s=this.normals,r=this.object.geometry.normals;r.push(s[e+0],s[e+1],s[e+2]),r.push(s[t+0],s[t+1],s[t+2]),r.push(s[n+0],s[n+1],s[n+2])},addFaceNormal:function(e,t,n){let s=this.vertices,r=this.object.geometry.normals;Fy.fromArray(s,e),Up.fromArray(s,t),ky.fromArray(s,n),Ui.subVectors(ky,Up),By.subVectors(Fy,Up),Ui.cross(By),Ui.normalize(),r.push(Ui.x,Ui.y,Ui.z),r.push(Ui.x,Ui.y,Ui.z),r.push(Ui.x,Ui.y,Ui.z)},addColor:function(e,t,n){let s=this.colors,r=this.object.geometry.colors;s[e]!==void 0&&r.push(s[e+0],s[e+1],s[e+2]),s[t]!==void 0&&r.push(s[t+0],s[t+1],s[t+2]),s[n]!==void 0&&r.push(s[n+0],s[n+1],s[n+2])},addUV:function(e,t,n){let s=this.uvs,r=this.object.geometry.uvs;r.push(s[e+0],s[e+1]),r.push(s[t+0],s[t+1]),r.push(s[n+0],s[n+1])},addDefaultUV:function(){let e=this.object.geometry.uvs;e.push(0,0),e.push(0,0),e.push(0,0)},addUVLine:function(e){let t=this.uvs;this.object.geometry.uvs.push(t[e+0],t[e+1])},addFace:function(e,t,n,s,r,o,a,c,l){let u=this.vertices.length,h=this.parseVertexIndex(e,u),d=this.parseVertexIndex(t,u),f=this.parseVertexIndex(n,u);if(this.addVertex(h,d,f),this.addColor(h,d,f),a!==void 0&&a!==""){let p=this.normals.length;h=this.parseNormalIndex(a,p),d=this.parseNormalIndex(c,p),f=this.parseNormalIndex(l,p),this.addNormal(h,d,f)}else this.addFaceNormal(h,d,f);if(s!==void 0&&s!==""){let p=this.uvs.length;h=this.parseUVIndex(s,p),d=this.parseUVIndex(r,p),f=this.parseUVIndex(o,p),this.addUV(h,d,f),this.object.geometry.hasUVIndices=!0}else this.addDefaultUV()},addPointGeometry:function(e){this.object.geometry.type="Points";let t=this.vertices.length;for(let n=0,s=e.length;n<s;n++){let r=this.parseVertexIndex(e[n],t);this.addVertexPoint(r),this.addColor(r)}},addLineGeometry:function(e,t){this.object.geometry.type="Line";let n=this.vertices.length,s=this.uvs.length;for(let r=0,o=e.length-1;r<o;r++)this.addVertexLine(this.parseVertexIndex(e[r],n)),this.addVertexLine(this.parseVertexIndex(e[r+1],n));for(let r=0,o=t.length-1;r<o;r++)this.addUVLine(this.parseUVIndex(t[r],s)),this.addUVLine(this.parseUVIndex(t[r+1],s))}};return i.startObject("",!1),i}var Fh=class extends qn{constructor(e){super(e),this.materials=null}load(e,t,n,s){let r=this,o=new ms(this.manager);o.setPriority(this.priority),o.setCache(this.cache),o.setPath(this.path),o.setRequestHeader(this.requestHeader),o.setWithCredentials(this.withCredentials),o.load(e,function(a){try{t(r.parse(a))}catch(c){s?s(c):console.error(c),r.manager.itemError(e)}},n,s)}setMaterials(e){return this.materials=e,this}parse(e){let t=new uR;e.indexOf(`\r
`)!==-1&&(e=e.replace(/\r\n/g,`
`)),e.indexOf(`\\
`)!==-1&&(e=e.replace(/\\\n/g,""));let n=e.split(`
`),s=[];for(let a=0,c=n.length;a<c;a++){let l=n[a].trimStart();if(l.length===0)continue;let u=l.charAt(0);if(u!=="#")if(u==="v"){let h=l.split(Oh);switch(h[0]){case"v":t.vertices.push(parseFloat(h[1]),parseFloat(h[2]),parseFloat(h[3])),h.length>=7?(Uh.setRGB(parseFloat(h[4]),parseFloat(h[5]),parseFloat(h[6]),Et),t.colors.push(Uh.r,Uh.g,Uh.b)):t.colors.push(void 0,void 0,void 0);break;case"vn":t.normals.push(parseFloat(h[1]),parseFloat(h[2]),parseFloat(h[3]));break;case"vt":t.uvs.push(parseFloat(h[1]),parseFloat(h[2]));break}}else if(u==="f"){let d=l.slice(1).trim().split(Oh),f=[];for(let _=0,m=d.length;_<m;_++){let g=d[_];if(g.length>0){let y=g.split("/");f.push(y)}}let p=f[0];for(let _=1,m=f.length-1;_<m;_++){let g=f[_],y=f[_+1];t.addFace(p[0],g[0],y[0],p[1],g[1],y[1],p[2],g[2],y[2])}}else if(u==="l"){let h=l.substring(1).trim().split(Oh),d=[],f=[];if(l.indexOf("/")===-1)d=h;else for(let p=0,_=h.length;p<_;p++){let m=h[p].split("/");m[0]!==""&&d.push(m[0]),m[1]!==""&&f.push(m[1])}t.addLineGeometry(d,f)}else if(u==="p"){let d=l.slice(1).trim().split(Oh);t.addPointGeometry(d)}else if((s=oR.exec(l))!==null){let h=(" "+s[0].slice(1).trim()).slice(1);t.startObject(h)}else if(lR.test(l))t.object.startMaterial(l.substring(7).trim(),t.materialLibraries);else if(aR.test(l))t.materialLibraries.push(l.substring(7).trim());else if(cR.test(l))console.warn('THREE.OBJLoader: Rendering identifier "usemap" not supported. Textures must be defined in MTL files.');else if(u==="s"){if(s=l.split(" "),s.length>1){let d=s[1].trim().toLowerCase();t.object.smooth=d!=="0"&&d!=="off"}else t.object.smooth=!0;let h=t.object.currentMaterial();h&&(h.smooth=t.object.smooth)}else{if(l==="\0")continue;console.warn('THREE.OBJLoader: Unexpected line: "'+l+'"')}}t.finalize();let r=new tn;if(r.materialLibraries=[].concat(t.materialLibraries),!(t.objects.length===1&&t.objects[0].geometry.vertices.length===0)===!0)for(let a=0,c=t.objects.length;a<c;a++){let l=t.objects[a],u=l.geometry,h=l.materials,d=u.type==="Line",f=u.type==="Points",p=!1;if(u.vertices.length===0)continue;let _=new qt;_.setAttribute("position",new ht(u.vertices,3)),u.normals.length>0&&_.setAttribute("normal",new ht(u.normals,3)),u.colors.length>0&&(p=!0,_.setAttribute("color",new ht(u.colors,3))),u.hasUVIndices===!0&&_.setAttribute("uv",new ht(u.uvs,2));let m=[];for(let y=0,w=h.length;y<w;y++){let b=h[y],C=b.name+"_"+b.smooth+"_"+p,S=t.materials[C];if(this.materials!==null){if(S=this.materials.create(b.name),d&&S&&!(S instanceof ri)){let x=new ri;Xn.prototype.copy.call(x,S),x.color.copy(S.color),S=x}else if(f&&S&&!(S instanceof Vs)){let x=new Vs({size:10,sizeAttenuation:!1});Xn.prototype.copy.call(x,S),x.color.copy(S.color),x.map=S.map,S=x}}S===void 0&&(d?S=new ri:f?S=new Vs({size:1,sizeAttenuation:!1}):S=new hr,S.name=b.name,S.flatShading=!b.smooth,S.vertexColors=p,t.materials[C]=S),m.push(S)}let g;if(m.length>1){for(let y=0,w=h.length;y<w;y++){let b=h[y];_.addGroup(b.groupStart,b.groupCount,y)}d?g=new Pi(_,m):f?g=new Vr(_,m):g=new nn(_,m)}else d?g=new Pi(_,m[0]):f?g=new Vr(_,m[0]):g=new nn(_,m[0]);g.name=l.name,r.add(g)}else if(t.vertices.length>0){let a=new Vs({size:1,sizeAttenuation:!1}),c=new qt;c.setAttribute("position",new ht(t.vertices,3)),t.colors.length>0&&t.colors[0]!==void 0&&(c.setAttribute("color",new ht(t.colors,3)),a.vertexColors=!0);let l=new Vr(c,a);r.add(l)}return r}};var kh=class extends qn{constructor(e){super(e)}load(e,t,n,s){let r=this,o=new ms(this.manager);o.setPriority(this.priority),o.setCache(this.cache),o.setPath(this.path),o.setResponseType("arraybuffer"),o.setRequestHeader(this.requestHeader),o.setWithCredentials(this.withCredentials),o.load(e,function(a){try{t(r.parse(a))}catch(c){s?s(c):console.error(c),r.manager.itemError(e)}},n,s)}parse(e){function t(l){let u=new DataView(l),h=32/8*3+32/8*3*3+16/8,d=u.getUint32(80,!0);if(80+32/8+d*h===u.byteLength)return!0;let p=[115,111,108,105,100];for(let _=0;_<5;_++)if(n(p,u,_))return!1;return!0}function n(l,u,h){for(let d=0,f=l.length;d<f;d++)if(l[d]!==u.getUint8(h+d))return!1;return!0}function s(l){let u=new DataView(l),h=u.getUint32(80,!0),d,f,p,_=!1,m,g,y,w,b;for(let N=0;N<=70;N++)u.getUint32(N,!1)==1129270351&&u.getUint8(N+4)==82&&u.getUint8(N+5)==61&&(_=!0,m=new Float32Array(h*3*3),g=u.getUint8(N+6)/255,y=u.getUint8(N+7)/255,w=u.getUint8(N+8)/255,b=u.getUint8(N+9)/255);let C=84,S=50,x=new qt,E=new Float32Array(h*3*3),D=new Float32Array(h*3*3),I=new We;for(let N=0;N<h;N++){let B=C+N*S,G=u.getFloat32(B,!0),L=u.getFloat32(B+4,!0),H=u.getFloat32(B+8,!0);if(_){let U=u.getUint16(B+48,!0);(U&32768)===0?(d=(U&31)/31,f=(U>>5&31)/31,p=(U>>10&31)/31):(d=g,f=y,p=w)}for(let U=1;U<=3;U++){let z=B+U*12,ne=N*3*3+(U-1)*3;E[ne]=u.getFloat32(z,!0),E[ne+1]=u.getFloat32(z+4,!0),E[ne+2]=u.getFloat32(z+8,!0),D[ne]=G,D[ne+1]=L,D[ne+2]=H,_&&(I.setRGB(d,f,p,Et),m[ne]=I.r,m[ne+1]=I.g,m[ne+2]=I.b)}}return x.setAttribute("position",new Un(E,3)),x.setAttribute("normal",new Un(D,3)),_&&(x.setAttribute("color",new Un(m,3)),x.hasColors=!0,x.alpha=b),x}function r(l){let u=new qt,h=/solid([\s\S]*?)endsolid/g,d=/facet([\s\S]*?)endfacet/g,f=/solid\s(.+)/,p=0,_=/[\s]+([+-]?(?:\d*)(?:\.\d*)?(?:[eE][+-]?\d+)?)/.source,m=new RegExp("vertex"+_+_+_,"g"),g=new RegExp("normal"+_+_+_,"g"),y=[],w=[],b=[],C=new W,S,x=0,E=0,D=0;for(;(S=h.exec(l))!==null;){E=D;let I=S[0],N=(S=f.exec(I))!==null?S[1]:"";for(b.push(N);(S=d.exec(I))!==null;){let L=0,H=0,U=S[0];for(;(S=g.exec(U))!==null;)C.x=parseFloat(S[1]),C.y=parseFloat(S[2]),C.z=parseFloat(S[3]),H++;for(;(S=m.exec(U))!==null;)y.push(parseFloat(S[1]),parseFloat(S[2]),parseFloat(S[3])),w.push(C.x,C.y,C.z),L++,D++;H!==1&&console.error("THREE.STLLoader: Something isn't right with the normal of face number "+p),L!==3&&console.error("THREE.STLLoader: Something isn't right with the vertices of face number "+p),p++}let B=E,G=D-E;u.userData.groupNames=b,u.addGroup(B,G,x),x++}return u.setAttribute("position",new ht(y,3)),u.setAttribute("normal",new ht(w,3)),u}function o(l){return typeof l!="string"?new TextDecoder().decode(l):l}function a(l){if(typeof l=="string"){let u=new Uint8Array(l.length);for(let h=0;h<l.length;h++)u[h]=l.charCodeAt(h)&255;return u.buffer||u}else return l}let c=a(e);return t(c)?s(c):r(o(e))}};var zy=i=>new TextDecoder().decode(i),hR={stl:i=>new nn(new kh().parse(i.slice().buffer),new Wr),obj:i=>new Fh().parse(zy(i)),collada:i=>pR(zy(i))},dR=[[/stl/i,"stl"],[/obj/i,"obj"],[/collada|dae/i,"collada"]];function fR({media_type:i,url:e}){let t=i||e.split(".").at(-1);return dR.find(([n])=>n.test(t))?.[1]}async function Vy(i){let e=hR[fR(i)];if(!e)throw new Error(`mesh of type "${i.media_type}" is not supported; expected STL, OBJ or COLLADA`);if(i.data.length===0)throw new Error("the mesh has no data");return e(typeof i.data=="string"?Uint8Array.from(atob(i.data),t=>t.charCodeAt(0)):i.data)}function pR(i){let e=new ia;e.setURLModifier(()=>"");let{scene:t}=new Dh(e).parse(i,"");t.rotation.set(0,0,0);let n=[];t.traverse(r=>{(r.isLight||r.isCamera)&&n.push(r)});for(let r of n)r.removeFromParent();let s=new tn;return s.add(t),s}var Hy=.28,Gy=2e6;function Wy(i,e,t){let n=new tn,s=(r,o)=>{mR(r,o),n.add(r)};for(let r of i.arrows??[])s(yR(r,e),r.pose);for(let r of i.cubes??[])s(Bh(new Hs(1,1,1),r.color,e,r.size),r.pose);for(let r of i.spheres??[])s(Bh(_R(r.size),r.color,e,r.size),r.pose);for(let r of i.cylinders??[])s(Bh(xR(r.bottom_scale,r.top_scale,r.size),r.color,e,r.size),r.pose);for(let r of i.lines??[])r.points.length<=Gy&&s(vR(r,e),r.pose);for(let r of i.triangles??[])r.points.length<=Gy&&s(SR(r,e),r.pose);for(let r of i.texts??[])s(MR(r),r.pose);for(let r of i.models??[]){let o=new tn;s(o,r.pose),r.scale&&o.scale.set(r.scale.x,r.scale.y,r.scale.z),Vy(r).then(a=>{a.traverse(c=>{if(!c.isMesh)return;let l=[c.material].flat()[0]?.color,u=r.override_color||!l?r.color:{r:l.r,g:l.g,b:l.b,a:1,linear:!0};c.material=Wl(u,e),c.geometry.attributes.normal===void 0&&c.geometry.computeVertexNormals()}),o.add(a),t()},()=>{o.add(Bh(new Hs(1,1,1),{r:.8,g:.2,b:.2,a:.5},e,{x:.05,y:.05,z:.05})),t()})}return n}function kp(i){i.traverse(e=>{e.geometry?.dispose();for(let t of[e.material].flat())t?.map?.dispose(),t?.dispose()})}function mR(i,e){let t=e?.position,n=e?.orientation;t&&i.position.set(t.x,t.y,t.z),n&&Math.hypot(n.x,n.y,n.z,n.w)>.5&&i.quaternion.set(n.x,n.y,n.z,n.w).normalize()}function Wl(i,e,t={}){let{r:n,g:s,b:r,a:o,linear:a}=i??{r:.6,g:.65,b:.7,a:1},c=e?Math.min(o,Hy):o,l=a?new We(n,s,r):new We().setRGB(n,s,r,Et);return new Wr({color:e?l.lerp(new We(5682409),.6):l,roughness:.62,metalness:.08,opacity:c,transparent:c<1,depthWrite:c>=1,side:li,forceSinglePass:!0,polygonOffset:e,polygonOffsetFactor:2,polygonOffsetUnits:2,...t})}function Bh(i,e,t,n){let s=new nn(i,Wl(e,t));return n&&s.scale.set(n.x||1e-6,n.y||1e-6,n.z||1e-6),s}var gR=.1;function Fp(i,e){return Math.max(i?.x??1,i?.y??1)<gR?e/2:e}function _R(i){return new gl(.5,Fp(i,24),Fp(i,16))}function xR(i,e,t){let n=new Gr(.5*(e??1),.5*(i??1),1,Fp(t,28));return n.rotateX(Math.PI/2),n}function yR(i,e){let t=new tn,n=new Gr(i.shaft_diameter/2,i.shaft_diameter/2,i.shaft_length,16);n.rotateZ(-Math.PI/2).translate(i.shaft_length/2,0,0);let s=new hl(i.head_diameter/2,i.head_length,20);return s.rotateZ(-Math.PI/2).translate(i.shaft_length+i.head_length/2,0,0),t.add(new nn(n,Wl(i.color,e)),new nn(s,Wl(i.color,e))),t}var bR={line_strip:ds,line_loop:ol,line_list:Pi};function vR(i,e){let t=Xy(i),n=bR[i.type]??ds;return new n(t,new ri({vertexColors:i.colors.length>0,color:i.colors.length>0?16777215:Yy(i.color),transparent:e,opacity:e?Hy:1}))}function SR(i,e){let t=Xy(i);return t.computeVertexNormals(),new nn(t,Wl(i.color,e,i.colors.length>0?{vertexColors:!0,color:16777215}:{}))}function Xy({points:i,colors:e,indices:t}){let n=new qt;return n.setAttribute("position",new Un(Float32Array.from(i.flatMap(s=>[s.x,s.y,s.z])),3)),e.length===i.length&&e.length>0&&n.setAttribute("color",new Un(Float32Array.from(e.flatMap(s=>[s.r,s.g,s.b])),3)),t.length>0&&t.every(s=>s<i.length)&&n.setIndex(t),n}function Yy(i){return i?new We().setRGB(i.r,i.g,i.b,Et):new We(8947848)}function MR(i){let e=document.createElement("canvas"),t=i.text.slice(0,80),n=e.getContext("2d"),s="500 36px system-ui, sans-serif";n.font=s,e.width=Math.ceil(n.measureText(t).width)+12,e.height=48,n.font=s,n.fillStyle=`#${Yy(i.color).getHexString()}`,n.fillText(t,6,36);let r=new il(new Zo({map:new ll(e),depthTest:!1})),o=i.font_size>0&&!i.scale_invariant?i.font_size:.06;return r.scale.set(o*e.width/e.height,o,1),r}Zt.DEFAULT_UP.set(0,0,1);var qy=20,wR=300,zh=class{constructor(e,t){this.canvas=e,this.on=t,this.renderer=new Th({canvas:e,antialias:!0}),this.renderer.outputColorSpace=Et,this.renderer.debug.checkShaderErrors=!1,this.garbage=[],this.scene=new kr,this.camera=new bn(40,1,.02,200),this.camera.position.set(2.6,-2.6,2),this.controls=new Ih(this.camera,e),this.controls.target.set(0,0,.5),this.controls.addEventListener("change",()=>this.invalidate()),this.controls.addEventListener("start",()=>{this.aims=qy}),this.root=new tn,this.scene.add(this.root,new qr(16777215,.7),new vl(16777215,8952234,1.2));let n=new Yr(16777215,1.8);n.position.set(3,-4,8),this.scene.add(n),this.frames=new Map,this.entities=new Map,this.hidden=new Set,this.robots=new Map,this.aims=0,this.follow=!0,this.theme(),new ResizeObserver(()=>this.resize()).observe(e.parentElement),e.addEventListener("dblclick",s=>this.pick(s)),this.resize()}theme(){let e=getComputedStyle(document.documentElement),t=n=>new We(e.getPropertyValue(n).trim());this.scene.background=t("--room");for(let n of[this.grid,this.axes])n&&(this.scene.remove(n),n.dispose());this.grid=new Al(20,40,t("--grid-strong"),t("--grid")),this.grid.rotation.x=Math.PI/2,this.axes=new Cl(.3),this.axes.position.z=.002,this.scene.add(this.grid,this.axes),this.invalidate()}resize(){let{clientWidth:e,clientHeight:t}=this.canvas.parentElement;e===0||t===0||(this.renderer.setPixelRatio(Math.min(devicePixelRatio,2)),this.renderer.setSize(e,t,!1),this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),this.draw())}invalidate(){this.due||(this.due=!0,requestAnimationFrame(()=>{this.due=!1,this.draw()}))}draw(){this.expire(),this.renderer.render(this.scene,this.camera);for(let e of this.garbage.splice(0))kp(e)}frame(e){if(e===""||e==="world")return this.root;let t=this.frames.get(e);return t||(t=new tn,t.visible=!1,this.frames.set(e,t),this.root.add(t)),t}transforms({transforms:e}){for(let t of e){let n=this.frame(t.child_frame_id);if(n===this.root)continue;let s=this.frame(t.parent_frame_id);n.parent!==s&&!ER(s,n)&&s.add(n);let r=t.translation??{x:0,y:0,z:0},o=t.rotation??{x:0,y:0,z:0,w:1};n.position.set(r.x,r.y,r.z),n.quaternion.set(o.x,o.y,o.z,o.w),n.visible=!0}this.aims<qy?this.aim():this.follow&&this.followRobot(),this.invalidate()}update(e,{deletions:t,entities:n},s){for(let r of t)for(let o of this.entities.keys())o.startsWith(`${e}
`)&&(r.type==="all"||o===`${e}
${r.id}`)&&this.remove(o);for(let r of n){let o=`${e}
${r.id}`;this.remove(o);let a=Object.fromEntries(r.metadata.map(({key:u,value:h})=>[u,h])),c=a.robot??"",l=Wy(r,a.kind==="truth",()=>this.invalidate());l.visible=!this.hidden.has(c),l.userData={frame:r.frame_id,robot:c},this.frame(r.frame_id).add(l),this.entities.set(o,{object:l,robot:c,expires:r.lifetime>0?s+r.lifetime:1/0}),c!==""&&!this.robots.has(c)&&(this.robots.set(c,a.kind??"estimate"),this.on.robots(this.robots))}this.time=s,this.invalidate()}remove(e){let t=this.entities.get(e);t&&(t.object.removeFromParent(),this.garbage.push(t.object),this.garbage.length>wR&&kp(this.garbage.shift()),this.entities.delete(e))}expire(){for(let[e,{expires:t}]of this.entities)t<this.time&&this.remove(e)}clear(){for(let e of[...this.entities.keys()])this.remove(e);for(let e of this.frames.values())e.removeFromParent();this.frames.clear(),this.robots.clear(),this.aims=0,this.on.robots(this.robots),this.invalidate()}show(e,t){t?this.hidden.delete(e):this.hidden.add(e);for(let{object:n,robot:s}of this.entities.values())s===e&&(n.visible=t);this.invalidate()}bounds(){let e=new ji;this.scene.updateMatrixWorld();for(let{object:t,robot:n}of this.entities.values())n!==""&&t.visible&&t.parent?.visible&&e.expandByObject(t);return e}aim(){let e=this.bounds();if(e.isEmpty())return;this.aims++;let t=e.getCenter(new W),s=Math.max(.3,e.getSize(new W).length()/2)*1.05/Math.sin(this.camera.fov/2*(Math.PI/180));this.controls.target.copy(t),this.camera.position.copy(t).add(new W(.62,-.66,.42).multiplyScalar(s)),this.last=t,this.controls.update(),this.invalidate()}followRobot(){let e=this.bounds();if(e.isEmpty())return;let t=e.getCenter(new W);if(this.last){let n=t.clone().sub(this.last).multiplyScalar(.2);this.controls.target.add(n),this.camera.position.add(n),this.last.add(n),this.controls.update()}else this.last=t}pick(e){let t=this.canvas.getBoundingClientRect(),n=new He((e.clientX-t.left)/t.width*2-1,1-(e.clientY-t.top)/t.height*2),s=new Tl;s.setFromCamera(n,this.camera);let r=s.intersectObjects([...this.entities.values()].filter(o=>o.object.visible).map(o=>o.object),!0)[0]?.object;for(;r&&!r.userData.frame;)r=r.parent;r&&this.on.pick(r.userData.frame)}};function ER(i,e){for(let t=i;t;t=t.parent)if(t===e)return!0;return!1}var TR=400,Vh=class{constructor({search:e,holder:t,connection:n,choose:s,jointUnit:r,names:o}){Object.assign(this,{search:e,holder:t,connection:n,choose:s,jointUnit:r,names:o}),this.paths=new Map,this.newest=new Map,this.open=new Set,e.addEventListener("input",()=>this.draw())}channels(e){this.topics=e;for(let[t,n]of e)if(!(this.paths.has(t)||n.encoding!=="protobuf"))try{this.paths.set(t,Ld(Jd(n)))}catch{this.paths.set(t,[])}for(let t of this.paths.keys())e.has(t)||this.paths.delete(t);this.holder.offsetParent!==null&&this.draw()}message(e,t){let n=!this.newest.has(e);n&&!this.open.has(e)&&this.topics?.get(e)?.encoding!=="json"||(this.newest.set(e,t),this.topics?.get(e)?.encoding==="json"&&n&&this.paths.set(e,fc(t)),n&&this.open.has(e)&&this.draw())}draw(){let e=this.search.value.toLowerCase().split(/\s+/).filter(Boolean);this.holder.replaceChildren();let t=0;for(let n of[...this.topics?.keys()??[]].filter(s=>!s.startsWith("/scene/")).sort()){let s=(this.paths.get(n)??[]).filter(a=>e.every(c=>`${n} ${a}`.toLowerCase().includes(c)));if(s.length===0&&(e.length>0||this.paths.has(n)))continue;if((t+=1+(e.length>0?s.length:0))>TR){this.holder.append(xe("p",{className:"quiet",text:"more topics match: search for more of the name"}));return}let r=this.open.has(n)||e.length>0,o=xe("details",{open:r},xe("summary",{text:n,on:{click:()=>this.setOpen(n,!o.open)}}));for(let a of s)o.append(this.row(n,a));s.length===0&&o.append(xe("p",{className:"quiet",text:"no message yet"})),this.holder.append(o)}t===0&&this.holder.append(xe("p",{className:"quiet",text:e.length>0?"nothing matches":"the server has no topics yet"}))}setOpen(e,t){t!==this.open.has(e)&&(t?(this.open.add(e),this.connection.want(e)):(this.open.delete(e),this.newest.delete(e),this.connection.release(e)))}row(e,t){let n=kg(e,t,this.jointUnit(e)),s=this.newest.get(e),r=s?pc(t,s,this.names(e)):[],o=r.length>1?`${r.length} values`:r.length===1?`${+r[0].value.toPrecision(4)}`:"";return xe("button",{type:"button",className:"value",title:`Chart ${e} ${t}`,on:{click:()=>this.choose(e,t,n)}},xe("span",{text:t}),xe("span",{className:"quiet",text:[o,n].filter(Boolean).join(" ")}))}};var AR=["/application","/status","/tf","/scene/robots","/scene/targets","/scene/contacts","/log","events","health"],CR=2,hn=new gc,Qr=new Ac,_r=null,vs=null,$s=null,Gh=new Map,Ks=new zh(Ke("canvas"),{robots:DR,pick:i=>Qi(i)}),wi=new Tc(`${location.protocol==="https:"?"wss":"ws"}://${location.host}/ws`,{state:PR,info:i=>{$s&&$s.sessionId!==i.sessionId&&OR(),$s=i,Xl.open(_c(i)),Yl()},channels:i=>{Hh.channels(i),rb()},services:Yl,message:RR,playback:i=>{Xl.playback(i)&&UR(hn.at(i.time))},parameters:i=>Jy.values(i),status:({level:i,message:e})=>Qi(e,i===2)}),es=new mc(Ke("plots"),{names:nb,closed:i=>wi.release(i)}),Hh=new Vh({search:Ke("search"),holder:Ke("topics"),connection:wi,choose:sb,jointUnit:ib,names:nb}),$y=new Rc(Ke("lanes"),Ke("legend"),Qr,LR),Wh=new Cc(Ke("graph"),Ke("actor")),Bp=new Ic(Ke("log"),Ke("filter"),Ke("count")),Jy=new Nc(Ke("operate"),wi),Qy=new Lc(Ke("consent"),(i,e)=>wi.call(i,e),Qi),Xl=new Pc({bar:Ke("player"),play:Ke("play"),position:Ke("position"),scrub:Ke("scrub"),length:Ke("length"),speed:Ke("speed"),connection:wi,clock:hn});function RR(i,e,t){if(t===null)return;let n={"/application":()=>IR(t),"/status":()=>{hn.relate(e,t.now_s),NR(t)},events:()=>{hn.relate(e,t.time_ns*1e-9),Qr.event(t)},health:()=>Wh.message(t),"/tf":()=>{Ke("hint").textContent=(_r?.notes??[]).join(`
`),Ks.transforms(t)},"/log":()=>Bp.message(t,hn.at(e))};i.startsWith("/scene/")&&Ks.update(i,t,Number(e)*1e-9),Object.hasOwn(n,i)&&n[i]();let s=hn.read(e,Xl.latest());es.message(i,s,t),Hh.message(i,t)}function IR(i){_r=i,Ke("application").textContent=i.name,document.title=`${i.name} \xB7 robo-actors`,Wh.application(i),rb(),Yl()}function NR(i){vs=i,Gh=new Map;for(let[n,s]of Object.entries(i.worlds??{}))for(let r of s.Joints??[])Qr.status(n,r.Joint,r.Mode,r.Causes??"",i.now_s),r.Causes&&r.Causes!=="none"&&Gh.set(`${n}/${r.Joint}`,r.Causes);Qy.update(i),zp();let{count:e=1,dropped:t=0}=i.viewers??{};Ke("viewers").textContent=`${e} ${e===1?"viewer":"viewers"} \xB7 ${t} dropped`,Ke("viewers").classList.toggle("warn",t>0)}function zp(){let i=[...Qr.joints.keys()].map(r=>Qr.modeAt(r,hn.now));vs&&(i=Object.values(vs.worlds??{}).flatMap(r=>(r.Joints??[]).map(o=>o.Mode)));let e=i.filter(r=>r&&Nr(r)).length;Ke("sentence").textContent=i.length===0?"":e===0?`all ${i.length} joints run`:`${e} of ${i.length} joints stopped`;let t=vs?tf(vs):[],n=t.length>0?r_(vs):[],s=[...t,...n].join(`
`);Ke("banner").dataset.text!==s&&(Ke("banner").dataset.text=s,Ke("banner").hidden=t.length===0,Ke("banner").replaceChildren(...t.map(r=>xe("p",{text:r})),...n.map(r=>xe("p",{className:"quiet",text:r}))),Yl())}function PR(i){let e=Ke("connection");e.dataset.state=i,e.textContent={connecting:"connecting",reconnecting:"reconnecting",connected:"live",disconnected:"no connection: trying again"}[i],document.body.classList.toggle("disconnected",i!=="connected"),i!=="connected"&&Yl()}function Yl(){let i=__({info:$s,application:_r,services:wi.services,connected:!document.body.classList.contains("disconnected")}),e=$s!==null&&_c($s)!==null;e&&!document.body.classList.contains("disconnected")&&(Ke("connection").textContent="recording"),Ke("stop").hidden=e,Ke("stop").disabled=!i.granted,Ke("stop").title=i.granted?"Bring every joint to rest and hold it (key: S)":i.why,Ke("rearm").hidden=e||wo(vs).length===0,Ke("rearm").disabled=!i.granted,Ke("rearm").title=i.granted?"Let stopped joints accept commands again":i.why,Jy.draw({application:_r,...i})}async function eb(){if(Ke("stop").hidden)return;if(Ke("stop").disabled)return Qi(`Not stopped. ${Ke("stop").title}`,!0);let i=Object.keys(vs?.worlds??{});if(i.length===0)return Qi("Not stopped: no world has reported its joints yet.",!0);Qi("Stopping \u2026");let t=(await Promise.allSettled(i.map(n=>wi.call("stop",{world:n,mode:"ramp_hold"})))).flatMap((n,s)=>n.status==="rejected"?[`${i[s]}: ${n.reason.message}`]:[]);Qi(t.length===0?"Every joint is stopped.":`Not confirmed: ${t.join("; ")}`,t.length>0)}async function LR(i,e){let t=Qr.segments(`${i}/${e}`,-1/0,hn.now).at(-1),n=[`${i}/${e} is in ${t?.mode}`,t?.cause,t?.text].filter(s=>s&&s!=="none").join(": ");if(!wi.services.has("explain"))return Qi(n);try{Qi(p_(await wi.call("explain",{joints:[`${i}/${e}`]}))||n)}catch(s){Qi(`${n} (${s.message})`)}}var Ky=0;function Qi(i,e=!1){let t=Ke("notice");t.textContent=i,t.classList.toggle("warn",e),t.hidden=!1,clearTimeout(Ky),Ky=setTimeout(()=>{t.hidden=!0},8e3)}function tb(i){let e=i.replace(/^\//,"").split("/")[0];return _r?.worlds.find(t=>t.name===e)}function nb(i){return tb(i)?.joints?.map(e=>e.name)??[]}function ib(i){let e=new Set((tb(i)?.joints??[]).map(t=>t.unit));return e.size===1?[...e][0]:""}function sb(i,e,t,n){es.has(i,e)||wi.want(i),es.add(i,e,t,n)}var jy=!1;function rb(){if(!(jy||!_r))for(let{name:i}of _r.worlds){let e=`/${i}/joint_states`,t=Hh.paths.get(e)?.find(n=>n.endsWith(".position"));!t||es.charts.length>=CR||(jy=!0,sb(e,t,ib(e)||"rad, m",`${i}: joint positions`))}}function DR(i){Ke("robots").replaceChildren(...[...i].map(([e,t])=>{let n=xe("input",{type:"checkbox",checked:!Ks.hidden.has(e),on:{change:()=>Ks.show(e,n.checked)}});return xe("label",{className:"choice",title:t==="truth"?"true pose of the simulated robot":"pose as the world estimates it"},n,xe("i",{className:`swatch ${t}`}),t==="truth"?`${e.replace(/^true\//,"")} (truth)`:e)}))}function OR(){_r=vs=null,hn.clear(),Qr.clear(),Bp.clear(),es.clear(),Ks.clear(),zp()}function UR(i){hn.now=i,es.clear(),Vp()}function Vp(){if(!Number.isFinite(hn.now))return;let i=$s?_c($s):null;Ke("clock").textContent=Rs(hn.now,1),es.draw(hn.now),i?$y.draw(hn.at(i.begin),hn.at(i.end),Gh,hn.now):$y.draw(Math.max(0,hn.now-es.window),Math.max(hn.now,es.window/4),Gh,hn.now),i&&(Xl.draw(hn.now),Bp.mark(hn.now),zp())}setInterval(Vp,120);setInterval(()=>{Ke("wiring").hidden||Wh.draw()},500);Ke("stop").addEventListener("click",eb);Ke("rearm").addEventListener("click",()=>Qy.open(vs));Ke("aim").addEventListener("click",()=>Ks.aim());Ke("follow").addEventListener("change",i=>{Ks.follow=i.target.checked,Ks.last=null});Ke("window").addEventListener("change",i=>{es.window=Number(i.target.value),Vp()});Ke("add").addEventListener("click",()=>{let i=Ke("tree").hidden;Ke("tree").hidden=!i,Ke("add").setAttribute("aria-expanded",String(i)),i&&(Hh.draw(),Ke("search").focus())});for(let i of document.querySelectorAll("[role=tab]"))i.addEventListener("click",()=>{for(let e of document.querySelectorAll("[role=tab]"))e.setAttribute("aria-selected",String(e===i)),Ke(e.getAttribute("aria-controls")).hidden=e!==i;Wh.draw(),i.id==="tab-operate"&&$s?.capabilities?.includes("parameters")&&wi.getParameters()});document.addEventListener("keydown",i=>{i.repeat||i.ctrlKey||i.metaKey||i.altKey||/^(input|textarea|select)$/i.test(i.target.tagName)||((i.key==="s"||i.key==="S")&&eb(),i.key===" "&&!/^button$/i.test(i.target.tagName)&&(i.preventDefault(),Xl.toggle()))});matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>{Ks.theme(),es.rebuild()});var Zy=await g_();Zy!==""&&Qi(Zy,!0);for(let i of AR)wi.want(i);wi.connect();
